import type { LeadNames } from './use-lead-names.ts';
import classes from './KnownName.module.css';

/** The name of a lead, with its source as a tooltip; nothing where this computer has none. */
export function KnownName({ names, leadId }: { readonly names: LeadNames; readonly leadId: string }) {
  const name = names.nameOf(leadId);
  if (name === undefined) return null;
  return (
    <bdi className={classes['name']} title={`${name.name}, ${names.whereWords(name)}`}>
      {name.name}
    </bdi>
  );
}
