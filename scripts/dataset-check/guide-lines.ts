/** The lines of the guide that read a dataset: what is documented is what is run. */
export interface GuideLines {
  readonly duckdb: string;
  readonly spark: string;
}

/** The first block of SQL and the first block of Python below the heading. @throws Error when one is missing */
export function readGuideLines(guide: string): GuideLines {
  const section = guide.split('\n## ').find((part) => part.startsWith('Datasets'));
  const block = (language: string): string => {
    const found = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'm').exec(section ?? '')?.[1];
    if (found === undefined) throw new Error(`docs/guide.md has no block of ${language} under "Datasets".`);
    return found;
  };
  return { duckdb: block('sql').trim().replace(/;$/, ''), spark: block('python') };
}
