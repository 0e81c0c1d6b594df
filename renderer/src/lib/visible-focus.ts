/** Whether the focus of an element is shown, as after a key; an engine that cannot tell shows it always. */
export function isFocusVisible(element: Element): boolean {
  return !CSS.supports('selector(:focus-visible)') || element.matches(':focus-visible');
}
