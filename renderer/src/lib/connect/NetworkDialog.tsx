import { lazy, Suspense, useState } from 'react';
import { Modal } from '../../ui/index.ts';
import classes from './NetworkDialog.module.css';

/** Few need it, and nobody at the start. */
const NetworkForm = lazy(async () => ({ default: (await import('./NetworkForm.tsx')).NetworkForm }));

/** Opens the form where there is no account yet, whose settings have it. */
export function NetworkDialog() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={classes['link']} onClick={() => setIsOpen(true)}>
        Network: certificates and proxy of your company…
      </button>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title="Network" size="lg">
        <Suspense fallback={null}>
          <NetworkForm />
        </Suspense>
      </Modal>
    </>
  );
}
