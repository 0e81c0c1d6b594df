/** Does one piece of work after the other, whatever becomes of the one before. */
export function inTurn() {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
