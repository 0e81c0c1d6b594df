// Why: decision 0421.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { packagesIn } from './licences.ts';
import { productVersion, root } from './project.ts';

/** A package of the lockfile, as far as it is told. */
interface Locked {
  readonly version: string;
  readonly license?: string;
  /** `sha512-` and the hash in base 64, of the archive that was installed. */
  readonly integrity?: string;
}

const componentSchema = z.strictObject({
  type: z.enum(['library', 'framework']),
  'bom-ref': z.string().min(1),
  group: z.string().startsWith('@').optional(),
  name: z.string().min(1),
  version: z.string().min(1),
  hashes: z.array(z.strictObject({ alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/) })),
  licenses: z
    .array(
      z.union([
        z.strictObject({ license: z.strictObject({ id: z.string() }) }),
        z.strictObject({ expression: z.string() }),
      ]),
    )
    .length(1),
  purl: z.string().startsWith('pkg:npm/'),
});
/** As much of CycloneDX as is written here. */
const sbomSchema = z.strictObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  version: z.literal(1),
  metadata: z.strictObject({
    component: z.strictObject({
      type: z.literal('application'),
      'bom-ref': z.string(),
      name: z.string(),
      version: z.string(),
    }),
  }),
  components: z.array(componentSchema),
});
type Component = z.infer<typeof componentSchema>;
type Sbom = z.infer<typeof sbomSchema>;

/** The name of the list, beside the installers. */
export function sbomName(): string {
  return `lead-console-${productVersion()}-sbom.cdx.json`;
}

/**
 * The list of what is packed, in CycloneDX: each package of which the files hold code, and Electron. Without a time and a
 * number of its own, so that the same package has the same list.
 * @param files of the archive, as paths from the project's folder
 * @throws Error for a package that the lockfile does not know, or whose licence nobody states
 */
export function sbomOf(files: readonly string[]): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const version = productVersion();
  const components = packedPlaces(files).map((place) => componentOf(place, packages[place]));
  const sbom: Sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': `lead-console@${version}`, name: 'lead-console', version },
    },
    // The same version may lie in two places.
    components: [...new Map(components.map((component) => [component.purl, component])).values()],
  };
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

/** Where the lockfile has each packed package: from the project's folder, with slashes. Electron packs the rest. */
function packedPlaces(files: readonly string[]): string[] {
  const folders = packagesIn(files.map((file) => join(root, file)));
  const places = folders.map((folder) => relative(root, folder).replaceAll('\\', '/'));
  return [...places, 'node_modules/electron'].sort();
}

function componentOf(place: string, locked: Locked | undefined): Component {
  const full = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  if (locked?.license === undefined || locked.license === '')
    throw new Error(`The lockfile knows no version or no licence of ${full}, which is packed.`);
  const { version, license, integrity } = locked;
  const [group, name] = full.startsWith('@') ? full.split('/') : [undefined, full];
  const purl = `pkg:npm/${full.replace('@', '%40')}@${version}`;
  const hash = /^sha512-(.+)$/.exec(integrity ?? '')?.[1];
  return {
    type: full === 'electron' ? 'framework' : 'library',
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name: name ?? full,
    version,
    hashes: hash === undefined ? [] : [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
    licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }],
    purl,
  };
}

/**
 * Sentences for each fault of such a list: its shape, a package that is missing or too many, a version other than the
 * installed one.
 * @param text of the list
 * @param files of the archive itself, as paths from the project's folder
 */
export function sbomProblems(text: string, files: readonly string[]): string[] {
  const read = sbomSchema.safeParse(JSON.parse(text));
  if (!read.success)
    return read.error.issues.map(({ path, message }) => `The list of packages: ${path.join('.')} ${message}`);
  const listed = read.data.components.map((component) => component.purl);
  const packed = packedPlaces(files).map((place) => {
    const { name, version } = JSON.parse(readFileSync(join(root, place, 'package.json'), 'utf8')) as Record<
      string,
      string
    >;
    return `pkg:npm/${(name ?? '').replace('@', '%40')}@${version}`;
  });
  return [
    ...packed.filter((purl) => !listed.includes(purl)).map((purl) => `The list of packages lacks ${purl}.`),
    ...listed
      .filter((purl) => !packed.includes(purl))
      .map((purl) => `The list of packages has ${purl}, which is not packed.`),
    ...(new Set(listed).size === listed.length ? [] : ['The list of packages has a package twice.']),
  ];
}
