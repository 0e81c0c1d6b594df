import { Fragment } from 'react';
import { placeHref } from '../lib/navigation.ts';
import { isTyping, shortcutGroups, shortcutListOpened } from '../lib/shortcuts.ts';
import { useStore } from '../lib/store.ts';
import { usePageKeys } from '../lib/use-page-keys.ts';
import { KeyCap, Modal } from '../ui/index.ts';
import classes from './ShortcutList.module.css';

/** Opened with `?` anywhere but in a field. */
export function ShortcutList() {
  const isOpen = useStore(shortcutListOpened);
  usePageKeys((event) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    shortcutListOpened.set(true);
  });

  return (
    <Modal opened={isOpen} onClose={() => shortcutListOpened.set(false)} title="Shortcuts">
      <p className="text2 below8">
        <a href={placeHref('help')} onClick={() => shortcutListOpened.set(false)}>
          The life cycle of a lead
        </a>
        : what each status, closure and call status means.
      </p>
      {shortcutGroups.map((group) => (
        <Fragment key={group.title}>
          <h3 className={classes['group']}>{group.title}</h3>
          <dl className={classes['list']}>
            {group.shortcuts.map((shortcut) => (
              <div key={shortcut.text} className={classes['line']}>
                <dt className={classes['keys']}>
                  {shortcut.keys.map((key) => (
                    <KeyCap key={key}>{key}</KeyCap>
                  ))}
                </dt>
                <dd>{shortcut.text}</dd>
              </div>
            ))}
          </dl>
        </Fragment>
      ))}
    </Modal>
  );
}
