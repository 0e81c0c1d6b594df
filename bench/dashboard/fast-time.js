/**
 * Runs in the page before its own code: time goes as fast as the bench moves it, and the bench speaks as the host's
 * events. Timers of more than a third of a second wait for the moved time; each runs in a task of its own, as it would
 * with a person in front of it. React's own are shorter: it keeps a part that was loaded back for up to 300 ms.
 */
(() => {
  const LONG = 350;
  const RealDate = Date;
  const real = { setTimeout: window.setTimeout.bind(window), clearTimeout: window.clearTimeout.bind(window) };
  let now = RealDate.now();
  let lastId = 1_000_000_000;
  const timers = new Map();
  window.Date = class extends RealDate {
    constructor(...args) {
      super(...(args.length === 0 ? [now] : args));
    }

    static now() {
      return now;
    }
  };
  const wait = (work, delay, every) => {
    lastId += 1;
    timers.set(lastId, { work, due: now + delay, every });
    return lastId;
  };
  const realInterval = window.setInterval.bind(window);
  const realClearInterval = window.clearInterval.bind(window);
  window.setTimeout = (work, delay = 0, ...args) =>
    delay >= LONG ? wait(() => work(...args), delay, null) : real.setTimeout(work, delay, ...args);
  window.setInterval = (work, delay = 0, ...args) =>
    delay >= LONG ? wait(() => work(...args), delay, delay) : realInterval(work, delay, ...args);
  window.clearTimeout = (id) => (timers.delete(id) ? undefined : real.clearTimeout(id));
  window.clearInterval = (id) => (timers.delete(id) ? undefined : realClearInterval(id));

  let source = null;
  let snapshot = null;
  window.EventSource = class extends window.EventSource {
    constructor(url, options) {
      super(url, options);
      // oxlint-disable-next-line unicorn/no-this-assignment
      source = this;
    }
  };
  const channel = new MessageChannel();
  const nextTask = () =>
    new Promise((resolve) => {
      channel.port1.onmessage = resolve;
      channel.port2.postMessage(null);
    });

  /** Times at which the page's figures changed, in moved milliseconds. */
  let changes = [];
  window.benchTime = {
    watch(selector) {
      const observer = new MutationObserver(() => changes.push(now));
      const element = document.querySelector(selector);
      observer.observe(element, { subtree: true, childList: true, characterData: true, attributes: true });
    },
    /** The most changes within one moved second since the last question. */
    mostChanges() {
      const seconds = new Map();
      for (const at of changes) seconds.set(Math.floor(at / 1000), (seconds.get(Math.floor(at / 1000)) ?? 0) + 1);
      changes = [];
      return Math.max(0, ...seconds.values());
    },
    /** @param first the snapshot of the first pulse; the later ones are made of it, so that no message is large */
    async start(at, first) {
      now = at;
      snapshot = first;
      await nextTask();
    },
    /** One pulse: the figures as they stand then, each two seconds the series, each minute the history. */
    pulse({ at, used, sequence }) {
      const { limit } = snapshot.services[0].daily;
      const daily = { ...snapshot.services[0].daily, used, remaining: limit - used };
      const services = [{ ...snapshot.services[0], daily }, ...snapshot.services.slice(1)];
      const of = { accountId: snapshot.accountId };
      const events = [['quota:pulse', { ...snapshot, services, sequence }]];
      if (sequence % 4 === 0) events.push(['quota:series', of]);
      if (sequence % 120 === 0) events.push(['quota:history', of]);
      return this.step(at, events);
    },
    /** Moves time to `at` and runs what is due by then, each in its own task; then tells the events. */
    async step(at, events) {
      now = at;
      for (const [id, timer] of [...timers]) {
        if (timer.due > now) continue;
        if (timer.every === null) timers.delete(id);
        else timer.due = now + timer.every;
        await nextTask();
        timer.work();
      }
      for (const [name, payload] of events) {
        await nextTask();
        source.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(payload) }));
      }
      await nextTask();
    },
  };
})();
