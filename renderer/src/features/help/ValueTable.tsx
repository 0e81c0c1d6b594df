import { useEffect, useRef } from 'react';
import type { ServiceValue } from '../../../../shared/domain/service/leads/lead-life-cycle.ts';
import type { HelpTopic } from '../../lib/help.ts';
import { Card } from '../../ui/index.ts';
import classes from './LifeCyclePage.module.css';

interface ValueTableProps {
  readonly title: string;
  readonly context: string;
  readonly kind: HelpTopic['kind'];
  readonly values: readonly ServiceValue[];
  /** What somebody came for; its row takes the focus. */
  readonly topic: HelpTopic | null;
}

/** An enumeration of the service: number, word, service's name, meaning. */
export function ValueTable({ title, context, kind, values, topic }: ValueTableProps) {
  const wanted = useRef<HTMLTableRowElement>(null);
  const wantedName = topic?.kind === kind ? topic.value.name : null;
  useEffect(() => {
    if (wantedName !== null) wanted.current?.focus();
  }, [wantedName]);
  return (
    <Card title={title} context={context} flush>
      <table className={classes['values']}>
        <caption className="visuallyHidden">
          {title}, {context}
        </caption>
        <colgroup>
          <col />
          <col />
          <col />
        </colgroup>
        <thead className="visuallyHidden">
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Name</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {values.map((value) => {
            const isWanted = value.name === wantedName;
            return (
              <tr
                key={value.name}
                ref={isWanted ? wanted : undefined}
                tabIndex={isWanted ? -1 : undefined}
                data-wanted={isWanted || undefined}
              >
                <td className="tabular">{value.value}</td>
                <th scope="row" title={`${value.name} in the service`}>
                  {value.label}
                </th>
                <td>{value.meaning}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}
