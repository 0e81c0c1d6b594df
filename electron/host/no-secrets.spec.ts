import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { channelNames, channels, eventNames, events } from '../../shared/contract/channels.ts';
import { appErrorSchema } from '../../shared/contract/errors.ts';

/** Every name of a property that a schema can let through. */
function propertyNames(schema: z.ZodType): string[] {
  const names: string[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(walk);
    if (typeof node !== 'object' || node === null) return;
    if ('properties' in node && typeof node.properties === 'object' && node.properties !== null)
      names.push(...Object.keys(node.properties));
    Object.values(node).forEach(walk);
  };
  walk(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }));
  return [...new Set(names)];
}

const secret = /passw|secret|credential|authori[sz]ation|cookie|session|(api|access|private|secret)_?key/i;
const isPlain = (name: string) => !secret.test(name);

describe('what leaves the host', () => {
  it.each(channelNames)('%s answers without a secret', (name) => {
    expect(propertyNames(channels[name].result).filter((property) => !isPlain(property))).toEqual([]);
  });

  it.each(eventNames)('%s tells no secret', (name) => {
    expect(propertyNames(events[name].payload).filter((property) => !isPlain(property))).toEqual([]);
  });

  it('errors carry no secret', () => {
    expect(propertyNames(appErrorSchema).filter((property) => !isPlain(property))).toEqual([]);
  });

  it('finds one that is planted', () => {
    const planted = z.object({ list: z.array(z.union([z.object({ userPassword: z.string() }), z.string()])) });
    expect(propertyNames(planted)).toContain('userPassword');
    expect(isPlain('userPassword')).toBe(false);
  });

  it('hands an invitation, which holds the secret of a team, to whoever asks for it alone', () => {
    const schemas = [
      ...channelNames.map((name) => [name, channels[name].result] as const),
      ...eventNames.map((name) => [name, events[name].payload] as const),
    ];
    const tells = schemas.filter(([, schema]) => propertyNames(schema).some((name) => /invit/i.test(name)));
    expect(tells.map(([name]) => name)).toEqual(['team:invite']);
  });

  it('names no file by its path: tokens do', () => {
    for (const name of ['import:open', 'job:saveResult', 'export:save'] as const)
      expect(propertyNames(channels[name].args)).not.toContain('path');
    expect(propertyNames(channels['host:chooseFile'].result).sort()).toEqual(['file', 'name', 'size', 'token']);
    expect(propertyNames(channels['host:chooseTarget'].result).sort()).toEqual(['name', 'target', 'token']);
  });
});
