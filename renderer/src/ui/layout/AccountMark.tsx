import { IconFlask2 } from '@tabler/icons-react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import { COLOUR_STATUS } from './PracticeEdge.tsx';
import classes from './AccountMark.module.css';

export interface AccountMarkProps {
  readonly account: Pick<AccountSummary, 'name' | 'kind' | 'look'>;
  /** Pixels. */
  readonly size?: number;
  readonly quiet?: boolean;
}

/** Two letters for a name: "Nordwind Contact" is NC, "nordwind" is NO. */
function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '');
  const [first = '', second] = words;
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0] ?? '', [...second][0] ?? ''];
  return letters.join('').toLocaleUpperCase();
}

/** A square with the account's initials, or the flask of the practice account; decoration beside the name. */
export function AccountMark({ account, size = 28, quiet = false }: AccountMarkProps) {
  const isPractice = account.kind === 'practice';
  const status = account.look?.colour == null ? null : COLOUR_STATUS[account.look.colour];
  return (
    <span
      className={classes['mark']}
      data-practice={isPractice || undefined}
      data-quiet={quiet || undefined}
      style={{
        width: size,
        height: size,
        ...(status !== null && {
          background: `var(--lc-${status}-soft)`,
          boxShadow: `inset 0 0 0 2px var(--lc-${status}-fill)`,
          color: `var(--lc-${status})`,
        }),
      }}
      aria-hidden
    >
      {isPractice ? <IconFlask2 size={Math.round(size * 0.58)} stroke={1.75} /> : initials(account.name)}
    </span>
  );
}
