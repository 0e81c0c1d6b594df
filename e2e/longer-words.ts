import type { Page } from '@playwright/test';

/**
 * What another language would do to the page (decision 0641): every word about 35 % longer and with accents, as long as
 * the task runs, also what the page writes meanwhile. The texts are put back, so that a test goes on finding by name.
 * Data stays as it is where it can be told: cells of grids, what is typed, code, keys, times, words with digits or a dot in
 * them, words in capitals. A choice of a list that is shown in a field is words.
 */
export async function withLongerWords<T>(page: Page, task: () => Promise<T>): Promise<T> {
  await page.evaluate(lengthen);
  try {
    return await task();
  } finally {
    await page.evaluate(() => {
      document.dispatchEvent(new Event('lead-console:short-words'));
    });
  }
}

/** Runs in the page: no name from outside of it. */
function lengthen(): void {
  const DATA = '.ag-cell, code, kbd, pre, time, textarea, script, style, [data-longer-words="no"]';
  const ATTRIBUTES = ['placeholder', 'title', 'aria-label'];
  // Two for a vowel: a third more letters, where words already break or do not.
  const letters: Record<string, string> = { a: 'àá', e: 'éè', i: 'ïí', o: 'öó', u: 'üú', y: 'ÿý' };
  const capitals: Record<string, string> = { A: 'Åá', E: 'Éè', I: 'Íï', O: 'Öó', U: 'Üú' };
  const others: Record<string, string> = { c: 'ç', n: 'ñ', s: 'š', z: 'ž', C: 'Ç', N: 'Ñ', S: 'Š', Z: 'Ž' };
  const longer: Record<string, string> = { ...letters, ...capitals, ...others };
  const longerWord = (word: string): string => {
    // Codes, figures, files, addresses, and what was lengthened.
    if (/[\d.:/@_*\\]\S|[\u00C0-\u024F]/u.test(word) || (word.length > 1 && word === word.toUpperCase())) return word;
    return word.replace(/[A-Za-z]/gu, (letter) => longer[letter] ?? letter);
  };
  const longerText = (text: string): string => text.replace(/[^\s\u00A0\u2009\u202F]+/gu, longerWord);

  /** What the page wrote, and what stands there in its place. */
  const texts = new Map<Text, { short: string; long: string }>();
  const attributes = new Map<Element, Map<string, { short: string; long: string }>>();
  const change = (short: string): { short: string; long: string } | null => {
    const long = longerText(short);
    return long === short ? null : { short, long };
  };
  const changeText = (node: Text): void => {
    if (node.data === texts.get(node)?.long || node.parentElement?.closest(DATA)) return;
    const words = change(node.data);
    if (words === null) return;
    texts.set(node, words);
    node.data = words.long;
  };
  const changeAttributes = (element: Element): void => {
    for (const name of ATTRIBUTES) {
      const now = element.getAttribute(name);
      const known = attributes.get(element)?.get(name);
      if (now === null || now === known?.long || element.closest('.ag-cell')) continue;
      const words = change(now);
      if (words === null) continue;
      attributes.set(element, (attributes.get(element) ?? new Map()).set(name, words));
      element.setAttribute(name, words.long);
    }
  };
  const changeAll = (root: Node): void => {
    if (root instanceof Text) return changeText(root);
    if (!(root instanceof Element)) return;
    changeAttributes(root);
    for (const element of root.querySelectorAll('*')) changeAttributes(element);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) changeText(walker.currentNode as Text);
  };

  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'attributes') changeAttributes(target as Element);
      else if (type === 'characterData') changeText(target as Text);
      else for (const node of addedNodes) changeAll(node);
    }
  });
  // Around React, which would take a value that it hears of for one that a person typed.
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  const choices = new Map<HTMLInputElement, { short: string; long: string }>();
  for (const field of document.querySelectorAll<HTMLInputElement>('input[readonly]')) {
    const words = change(field.value);
    if (words === null) continue;
    choices.set(field, words);
    write?.call(field, words.long);
  }
  changeAll(document.body);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ATTRIBUTES,
  });
  const putBack = (): void => {
    observer.disconnect();
    for (const [node, { short, long }] of texts) if (node.data === long) node.data = short;
    for (const [field, { short, long }] of choices) if (field.value === long) write?.call(field, short);
    for (const [element, names] of attributes)
      for (const [name, { short, long }] of names)
        if (element.getAttribute(name) === long) element.setAttribute(name, short);
  };
  document.addEventListener('lead-console:short-words', putBack, { once: true });
}
