interface TableHeadProps {
  readonly names: readonly string[];
  /** Columns behind those, with figures. */
  readonly figures?: readonly string[];
  readonly figureClass?: string | undefined;
}

/** The names of a table's columns. */
export function TableHead({ names, figures = [], figureClass }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {[...names, ...figures].map((name, index) => (
          <th key={index} scope="col" className={index < names.length ? undefined : figureClass}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
