import { useEffect, useRef, useState } from 'react';
import { helpAt, readHelpAddress, type HelpTopic } from '../../lib/help.ts';
import { placeHref } from '../../lib/navigation.ts';
import { isFocusVisible } from '../../lib/visible-focus.ts';
import classes from './HelpCard.module.css';

/** Milliseconds. Nobody who only passes by gets a card; whoever leaves has time to reach it. */
const OPENS_AFTER = 500;
const CLOSES_AFTER = 250;
/** Pixels between the card and what it explains. */
const GAP = 6;
const WIDTH = 260;

const KIND_NAMES = {
  status: 'Status of a lead',
  closure: 'Closure of a lead',
  callStatus: 'Status of a call',
  callEndCause: 'End cause of a call',
} as const;

interface Open {
  readonly address: string;
  readonly topic: HelpTopic;
  readonly left: number;
  /** One of both: the card stands above what stands low on the screen. */
  readonly top: number | null;
  readonly bottom: number | null;
}

/** What a value of the service means, beside whatever shows it. One card serves the whole page, grids included. */
export function HelpCard() {
  const [open, setOpen] = useState<Open | null>(null);
  const card = useRef<HTMLElement>(null);
  useEffect(() => watchHelp(() => card.current, setOpen), []);
  if (open === null) return null;
  const { topic, address, left, top, bottom } = open;
  return (
    <aside
      ref={card}
      className={classes['card']}
      aria-label="Meaning"
      style={{ left, width: WIDTH, ...(top === null ? { bottom: bottom ?? 0 } : { top }) }}
    >
      <p className={classes['kind']}>
        {KIND_NAMES[topic.kind]} <span className="tabular">{topic.value.value}</span> {topic.value.name}
      </p>
      <p className={classes['label']}>{topic.value.label}</p>
      <p>{topic.value.meaning}</p>
      <p className="flexApart text3 above6">
        <a href={placeHref('help', address)} onClick={() => setOpen(null)}>
          Life cycle of a lead
        </a>
        <span>F1</span>
      </p>
    </aside>
  );
}

/** Opens for what the pointer or the keyboard rests on; Esc, leaving, scrolling and another page close. */
function watchHelp(card: () => Element | null, show: (open: Open | null) => void): () => void {
  let timer = 0;
  const soon = (milliseconds: number, work: () => void): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(work, milliseconds);
  };
  const close = (): void => soon(0, () => show(null));
  const onPress = (event: Event): void => {
    if (!(event.target instanceof Node) || card()?.contains(event.target) !== true) close();
  };
  const arrive = (target: EventTarget | null): void => {
    if (!(target instanceof Element)) return;
    if (card()?.contains(target) === true) return window.clearTimeout(timer);
    const address = helpAt(target);
    if (address === null) return soon(CLOSES_AFTER, () => show(null));
    soon(OPENS_AFTER, () => show(openAt(target, address)));
  };
  const onPointer = (event: Event): void => arrive(event.target);
  const onFocus = (event: Event): void => {
    if (event.target instanceof Element && isFocusVisible(event.target)) arrive(event.target);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
  };
  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('mouseover', onPointer, { signal });
  document.addEventListener('focusin', onFocus, { signal });
  document.addEventListener('keydown', onKey, { signal });
  document.addEventListener('scroll', close, { capture: true, signal });
  document.addEventListener('mousedown', onPress, { signal });
  window.addEventListener('hashchange', close, { signal });
  return () => {
    window.clearTimeout(timer);
    ending.abort();
  };
}

function openAt(target: Element, address: string): Open | null {
  const topic = readHelpAddress(address);
  const holder = target.closest('[data-help]') ?? target.querySelector('[data-help]') ?? target;
  if (topic === null || !holder.isConnected) return null;
  const box = holder.getBoundingClientRect();
  const isLow = box.bottom > window.innerHeight - 160;
  return {
    address,
    topic,
    left: Math.max(GAP, Math.min(box.left, window.innerWidth - WIDTH - GAP)),
    top: isLow ? null : box.bottom + GAP,
    bottom: isLow ? window.innerHeight - box.top + GAP : null,
  };
}
