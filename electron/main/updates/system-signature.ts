import { z } from 'zod';
import { parseJson } from '../../../shared/domain/service/answers/answers.ts';
import type { PolicySystem } from './policy.ts';
import { UpdateTrouble } from './release.ts';

const signatureSchema = z.object({ status: z.string(), signer: z.string() });

/** Its arguments are quoted so that no character of a path is read as a command. */
const SCRIPT = [
  '& { param($one, $other)',
  '$signatures = foreach ($path in $one, $other) {',
  '$found = Get-AuthenticodeSignature -LiteralPath $path;',
  "@{ status = [string]$found.Status; signer = if ($found.SignerCertificate) { $found.SignerCertificate.Subject } else { '' } } };",
  'ConvertTo-Json -Compress -InputObject @($signatures) }',
].join(' ');

/**
 * On Windows an installer needs, besides our own key, the signature of whoever signed the program that runs. A program
 * without a signature, such as a build for a test, has nothing to compare with.
 *
 * @throws UpdateTrouble when the installer is not signed by the same
 */
export async function checkSystemSignature(
  { platform, env, run }: Pick<PolicySystem, 'platform' | 'env' | 'run'>,
  installer: string,
  program: string,
): Promise<void> {
  if (platform !== 'win32') return;
  const powershell = `${env['SystemRoot'] ?? String.raw`C:\Windows`}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`;
  const quoted = [program, installer].map((path) => `'${path.replaceAll(/['‘’‚‛]/g, '$&$&')}'`);
  let said = '';
  try {
    said = await run(powershell, ['-NoProfile', '-NonInteractive', '-Command', `${SCRIPT} ${quoted.join(' ')}`]);
  } catch (error) {
    throw new UpdateTrouble(
      'Windows could not be asked who signed the update. Nothing was installed. Try again, or ask your administrator for the installer.',
      { cause: error },
    );
  }
  const [own, other] = z.array(signatureSchema).catch([]).parse(parseJson(said.trim()));
  if (own?.status === 'NotSigned') return;
  if (own?.status === 'Valid' && other?.status === 'Valid' && own.signer === other.signer) return;
  throw new UpdateTrouble(
    'Windows does not find the signature of the makers of Lead Console on the update. It was not installed. Tell your administrator.',
  );
}
