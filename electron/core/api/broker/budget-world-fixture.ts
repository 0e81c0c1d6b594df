import { matchService, type ServiceId } from '../../../../shared/domain/service/services.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';
import type { Ticket } from './admission.ts';
import { RequestBroker } from './broker.ts';
import { Budgets } from './ledger/budgets.ts';
import { createMemoryLedger } from './ledger/ledger-store.ts';
import { ServiceState } from './service-state.ts';

/** A broker whose budgets follow the names that the service gives, as the client's do. */
export function budgetWorld() {
  const clock = new VirtualClock();
  const ledger = createMemoryLedger();
  const budgets = new Budgets(ledger);
  let changes = 0;
  const broker = new RequestBroker({
    clock,
    budgets,
    stateFor: ({ key, endpoints, likely }) =>
      new ServiceState({
        service: key,
        endpoints,
        likely,
        clock,
        random: () => 0,
        ledger,
        price: () => 1,
        onUnsaved: () => undefined,
      }),
    onChange: () => void changes++,
    onWake: () => undefined,
  });
  const sent: Ticket[] = [];
  const send = (service: ServiceId, lane: 'person' | 'import' = 'person') =>
    broker.admit({ service, lane, fairUse: true }, (admission) => {
      if (admission.kind === 'ticket') sent.push(admission.ticket);
    });
  const answer = (ticket: Ticket | undefined) =>
    ticket?.settle({
      kind: 'answered',
      status: 200,
      headers: null,
      retryAfter: null,
      receivedAt: clock.monotonicNow(),
    });
  const ask = (service: ServiceId, times: number) => {
    for (let time = 0; time < times; time++) {
      send(service);
      answer(sent.at(-1));
    }
  };
  const learn = (...names: string[]) => {
    if (
      budgets.learn(
        names.map((name) => ({ name, services: matchService(name) })),
        'limits',
      )
    )
      broker.regroup();
  };
  return { clock, ledger, broker, budgets, sent, send, answer, ask, learn, changes: () => changes };
}
