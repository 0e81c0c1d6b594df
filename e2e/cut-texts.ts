import type { Page } from '@playwright/test';

// Why: decision 0641.
/**
 * What does not fit on the page as it stands, a line each, empty when all does: text or a control that is cut without a
 * title that holds all of it, leaves its box or the window, or lies on another one; a page that scrolls sideways.
 * Cells of grids are data, which may be longer than any column.
 * @param except what is left out, as a selector; say why where you name it
 */
export function cutTexts(page: Page, except: string): Promise<string[]> {
  return page.evaluate(findCutTexts, except);
}

/** Runs in the page: no name from outside of it. */
function findCutTexts(except: string): string[] {
  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  interface Part {
    readonly owner: Element;
    readonly words: string;
    readonly box: Box;
  }
  const CONTROLS =
    'button, a, input, textarea, label, [role="button"], [role="tab"], [role="radiogroup"], [role="switch"]';
  const CLEAR = 'rgba(0, 0, 0, 0)';
  const FIELD = '.mantine-Input-wrapper, .mantine-SegmentedControl-control, .mantine-Switch-root, label';
  /** Roundings of the browser, in pixels. */
  const SLACK = 1;
  const found = new Set<string>();
  const tell = (what: string, { words, owner }: Pick<Part, 'words' | 'owner'>, where: string): void => {
    const path: string[] = [];
    for (let at: Element | null = owner; at !== null && path.length < 3; at = at.parentElement)
      path.unshift(
        `${at.tagName.toLowerCase()}${at.classList.length > 0 ? `.${at.classList[at.classList.length - 1]}` : ''}`,
      );
    found.add(`${what}: “${words.trim().slice(0, 80)}” ${where} (${path.join(' > ')})`);
  };
  const meets = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const leaves = (inner: Box, outer: Box, axis: 'x' | 'y'): number =>
    axis === 'x'
      ? Math.max(outer.left - inner.left, inner.right - outer.right)
      : Math.max(outer.top - inner.top, inner.bottom - outer.bottom);
  const name = (element: Element): string => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;

  /** Whether a person can read all of the words although they are cut: in a title around them. */
  const isTold = (element: Element, words: string): boolean => {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      if (at.getAttribute('title')?.includes(words.trim()) === true) return true;
    }
    return false;
  };

  /** Read once an element: each text in it asks. */
  const faceOf = (element: Element) => {
    const style = getComputedStyle(element);
    const { display, position, overflowX, overflowY } = style;
    const hasEdge = style.borderRightStyle !== 'none' && style.borderRightWidth !== '0px';
    return {
      ...{ display, position, overflowX, overflowY, around: element.getBoundingClientRect() },
      hasEllipsis: style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none',
      hasOutline: (hasEdge && style.borderRightColor !== CLEAR) || style.backgroundColor !== CLEAR,
      isClipped: style.clip !== 'auto' || style.clipPath !== 'none',
    };
  };
  const faces = new Map<Element, ReturnType<typeof faceOf>>();
  const face = (element: Element): ReturnType<typeof faceOf> => {
    const known = faces.get(element) ?? faceOf(element);
    faces.set(element, known);
    return known;
  };

  /** Looks at one piece up through what is around it. Its visible part, or null when nothing of it is seen. */
  const look = ({ owner, words, box }: Part, isText: boolean): Box | null => {
    let seen = box;
    let [scrollsX, scrollsY, leavesBoxes, isPlaced] = [false, false, false, false];
    const wrong: (readonly [what: string, where: string])[] = [];
    for (let at: Element | null = isText ? owner : owner.parentElement; at !== null; at = at.parentElement) {
      const { around, ...style } = face(at);
      if (style.display === 'contents') continue;
      // Only its frame clips an element that is placed freely.
      const isFrame = !isPlaced || style.position !== 'static';
      if (isFrame) isPlaced = false;
      for (const axis of ['x', 'y'] as const) {
        const overflow = axis === 'x' ? style.overflowX : style.overflowY;
        const scrolls = axis === 'x' ? scrollsX : scrollsY;
        if (!isFrame || scrolls) continue;
        if (overflow === 'auto' || overflow === 'scroll') {
          if (axis === 'x') scrollsX = true;
          else scrollsY = true;
          continue;
        }
        const over = leaves(box, around, axis);
        if (over <= SLACK) continue;
        if (overflow === 'hidden' || overflow === 'clip') {
          if (!style.hasEllipsis || !isTold(owner, words))
            wrong.push([
              style.hasEllipsis ? 'cut without a title' : 'cut',
              `by ${over.toFixed(0)} px (${axis}) in ${name(at)}`,
            ]);
          if (axis === 'x') scrollsX = true;
          else scrollsY = true;
        } else if (!leavesBoxes && isText && style.hasOutline) {
          wrong.push(['outside of its box', `by ${over.toFixed(0)} px (${axis}) of ${name(at)}`]);
          leavesBoxes = true;
        }
      }
      if (style.overflowX !== 'visible' && isFrame) seen = meets(seen, around);
      if (style.position === 'fixed') break;
      if (style.position === 'absolute') [leavesBoxes, isPlaced] = [true, true];
    }
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    if (!scrollsX && leaves(box, screen, 'x') > SLACK) wrong.push(['outside of the window', '(x)']);
    if (!scrollsY && leaves(box, screen, 'y') > SLACK) wrong.push(['outside of the window', '(y)']);
    seen = meets(seen, screen);
    // A style sheet takes away what would be in the way, such as the name of a month under today's mark.
    if (seen.right > seen.left || owner.closest('[aria-hidden="true"]') === null)
      for (const [what, where] of wrong) tell(what, { owner, words }, where);
    return seen.right - seen.left > 2 && seen.bottom - seen.top > 2 ? seen : null;
  };
  const isShown = (element: Element): boolean => {
    if (element.closest(`.ag-cell, ${except}`) !== null) return false;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    // Words for readers of the screen alone.
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const { around, display, position, isClipped } = face(at);
      const isDot = around.width <= 1 || around.height <= 1;
      if (isClipped || (isDot && position === 'absolute' && display !== 'contents')) return false;
    }
    return true;
  };
  /** Whether it is on top, and not behind a dialog or a menu. */
  const isOnTop = (element: Element, box: Box): boolean => {
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return top !== null && (top.contains(element) || element.contains(top));
  };

  const seenTexts: Part[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) {
    const node = walker.currentNode as Text;
    const owner = node.parentElement;
    if (owner === null || node.data.trim() === '' || !isShown(owner)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      const seen = look({ owner, words: node.data, box }, true);
      if (seen !== null && isOnTop(owner, seen)) seenTexts.push({ owner, words: node.data, box: seen });
    }
  }
  const seenControls: Part[] = [];
  for (const owner of document.querySelectorAll(CONTROLS)) {
    const { around: box, position } = face(owner);
    if (box.width < 2 || !isShown(owner)) continue;
    const words = owner.getAttribute('aria-label') ?? owner.textContent;
    const seen = look({ owner, words, box }, false);
    if (seen !== null && isOnTop(owner, seen)) seenControls.push({ owner, words, box: seen });
    const parent = owner.parentElement;
    if (parent === null || (position !== 'static' && position !== 'relative')) continue;
    const { around, display, overflowX } = face(parent);
    const style = getComputedStyle(owner);
    // A button without an edge is moved on purpose, so that its words stand in line.
    const moved = Math.max(-Number.parseFloat(style.marginLeft), -Number.parseFloat(style.marginRight), 0);
    const over = Math.max(leaves(box, around, 'x') - moved, display === 'flex' ? leaves(box, around, 'y') : 0);
    if (over > SLACK && display !== 'contents' && overflowX === 'visible')
      tell('outside of its parent', { owner, words }, `by ${over.toFixed(0)} px`);
  }
  /** A label with a ground of its own covers what it lies on, as "more" at the end of a text or today's date. */
  const covers = ({ owner }: Part): boolean => {
    const { position, backgroundColor, backgroundImage } = getComputedStyle(owner);
    return position === 'absolute' && (backgroundColor !== CLEAR || backgroundImage !== 'none');
  };
  const overlaps = (parts: readonly Part[], others: readonly Part[], what: string): void => {
    for (const [index, one] of parts.entries())
      for (const other of parts === others ? others.slice(index + 1) : others) {
        const { left, top, right, bottom } = meets(one.box, other.box);
        const height = Math.min(one.box.bottom - one.box.top, other.box.bottom - other.box.top);
        // Lines of a paragraph may touch.
        if (right - left <= 2 || bottom - top <= height * 0.35) continue;
        if (one.owner.contains(other.owner) || other.owner.contains(one.owner) || covers(one) || covers(other))
          continue;
        // A column that is wider than its grid has room for goes under one that is pinned.
        if (isHeader(one.owner) && isHeader(other.owner)) continue;
        // The button, the icon and the label within a field.
        if ([one, other].some(({ owner }) => owner.matches('input')) && isOneField(one.owner, other.owner)) continue;
        tell(`${what} lies on another one`, one, `“${other.words.trim().slice(0, 60)}”`);
      }
  };
  const isHeader = (owner: Element): boolean => owner.closest('.ag-header-cell') !== null;
  const isOneField = (one: Element, other: Element): boolean =>
    one.closest(FIELD) !== null && one.closest(FIELD) === other.closest(FIELD);
  overlaps(seenTexts, seenTexts, 'text');
  overlaps(seenControls, seenControls, 'control');
  overlaps(seenTexts, seenControls, 'text');
  for (const icon of document.querySelectorAll('svg[width][height]')) {
    const { width } = icon.getBoundingClientRect();
    if (isShown(icon) && width > 0 && width < Number(icon.getAttribute('width')) - SLACK)
      tell(
        'an icon is squeezed',
        { owner: icon, words: icon.parentElement?.textContent ?? '' },
        `to ${width.toFixed(0)} px`,
      );
  }
  for (const field of document.querySelectorAll('input')) {
    const words = field.value === '' ? field.placeholder : field.readOnly ? field.value : '';
    if (words === '' || !isShown(field)) continue;
    const style = getComputedStyle(field);
    const pen = document.createElement('canvas').getContext('2d');
    if (pen === null) continue;
    pen.font = style.font;
    const room = field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    const over = pen.measureText(words).width - room;
    if (over > SLACK && !isTold(field, words))
      tell('a field cuts', { owner: field, words }, `by ${over.toFixed(0)} px`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.add('the page scrolls sideways');
  for (const element of document.querySelectorAll('body *')) {
    const { overflowX } = face(element);
    // A wide table in a region of its own scrolls for everybody.
    if (element.matches('[role="region"][tabindex="0"]:has(table)')) continue;
    if (
      (overflowX === 'auto' || overflowX === 'scroll') &&
      element.scrollWidth > element.clientWidth + SLACK &&
      element.closest('[class*="ag-"]') === null &&
      isShown(element)
    )
      found.add(`scrolls sideways: ${name(element)} by ${element.scrollWidth - element.clientWidth} px`);
  }
  return [...found];
}
