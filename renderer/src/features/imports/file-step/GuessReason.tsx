import { Popover } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import classes from './GuessStrip.module.css';

interface GuessReasonProps {
  readonly id: string;
  readonly label: string;
  readonly reason: string;
  /** Said instead, when what was typed cannot be. */
  readonly trouble: string | null;
}

/** Why a guess was made, in the two lines that are kept for it; the rest is one press away and moves nothing. */
export function GuessReason({ id, label, reason, trouble }: GuessReasonProps) {
  const text = useRef<HTMLParagraphElement>(null);
  const [isCut, setIsCut] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const words = trouble ?? reason;

  useEffect(() => {
    const element = text.current;
    if (element === null) return;
    // One pixel of tolerance: at some zooms a line is a fraction higher than its box.
    const measure = () => setIsCut(element.scrollHeight > element.clientHeight + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [words]);

  return (
    <div className={classes['reasonBox']}>
      <p
        ref={text}
        id={id}
        className={classes['reason']}
        title={words}
        data-trouble={trouble === null ? undefined : true}
        role={trouble === null ? undefined : 'alert'}
      >
        {words}
      </p>
      {isCut && (
        <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={320} shadow="md" withArrow>
          <Popover.Target>
            <button
              type="button"
              className={classes['more']}
              aria-label={`More of the reason for ${label}`}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              more
            </button>
          </Popover.Target>
          <Popover.Dropdown className="fine breaks">{words}</Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
}
