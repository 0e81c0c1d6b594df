import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';

/**
 * Content that keeps its state while its place moves: what is typed in a panel is still there when the panel becomes a
 * drawer. Render `content` once, and `place` where it is to be seen.
 */
export function useKeptPlace(children: ReactNode): { readonly content: ReactNode; readonly place: ReactNode } {
  const [box] = useState(() => {
    const made = document.createElement('div');
    made.style.display = 'contents';
    return made;
  });
  return {
    content: createPortal(children, box),
    place: (
      <div
        className="contents"
        ref={(element) => {
          // An element loses the focus when it is moved, even to where it is.
          if (box.parentElement !== element) element?.append(box);
        }}
      />
    ),
  };
}
