import { expect, test } from 'vitest';
import type { NetworkFacts } from '../../../../shared/contract/network/network-channels.ts';
import { failing } from '../../testing/host.ts';
import { showPage } from '../../testing/show.tsx';
import { NetworkForm } from './NetworkForm.tsx';

const PLAIN: NetworkFacts = { authorities: [], proxies: [], proxyUser: null };
const TRUSTING = { ...PLAIN, authorities: [{ name: 'Contoso Root CA', validTo: Date.parse('2031-05-04T12:00:00Z') }] };
const file = { token: 'file-0123456789abcdef', name: 'company.pem', size: 900 };

test('a certificate file is chosen, shown by its authorities, and removed', async () => {
  let facts = PLAIN;
  const { screen, host } = await showPage(<NetworkForm />, {
    'network:get': () => facts,
    'host:chooseFile': () => ({ file }),
    'network:chooseCertificates': () => (facts = TRUSTING),
    'network:removeCertificates': () => (facts = PLAIN),
  });
  await screen.getByRole('button', { name: 'Choose a file…' }).click();
  await expect.element(screen.getByText('Contoso Root CA')).toBeVisible();
  await expect.element(screen.getByText('until May 4, 2031')).toBeVisible();
  expect(host.calls('host:chooseFile')).toEqual([{ wanted: 'certificates' }]);
  expect(host.calls('network:chooseCertificates')).toEqual([{ token: file.token }]);
  await screen.getByRole('button', { name: 'Trust no file' }).click();
  await expect.element(screen.getByText('Contoso Root CA')).not.toBeInTheDocument();
});

test('a file that is refused says why; closing the dialog does nothing', async () => {
  const words = '"company.pem" holds a private key. Lead Console needs none and has kept nothing of it.';
  const { screen, host } = await showPage(<NetworkForm />, {
    'network:get': () => TRUSTING,
    'host:chooseFile': () => ({ file: null }),
    'network:chooseCertificates': failing({ code: 'file', reason: 'certificate', message: words }),
  });
  await screen.getByRole('button', { name: 'Choose another file…' }).click();
  await expect.poll(() => host.calls('host:chooseFile')).toHaveLength(1);
  expect(host.calls('network:chooseCertificates')).toEqual([]);
  host.answer({ 'host:chooseFile': () => ({ file }) });
  await screen.getByRole('button', { name: 'Choose another file…' }).click();
  await expect.element(screen.getByText(/holds a private key/)).toBeVisible();
  await expect.element(screen.getByText('Contoso Root CA')).toBeVisible();
});

test('a proxy that was found is signed in to; the password leaves the page at once', async () => {
  let facts: NetworkFacts = { ...PLAIN, proxies: ['proxy.contoso.example:8080'] };
  const { screen, host } = await showPage(<NetworkForm />, {
    'network:get': () => facts,
    'network:signInToProxy': ({ proxy, username }) =>
      (facts = { ...facts, proxyUser: { proxy, username, isKept: true } }),
    'network:signOutOfProxy': () => (facts = { ...facts, proxyUser: null }),
  });
  await expect.element(screen.getByLabelText('Proxy', { exact: true })).toHaveValue('proxy.contoso.example:8080');
  await expect.element(screen.getByRole('button', { name: 'Save the sign-in' })).toBeDisabled();
  await screen.getByLabelText('User name').fill('anna');
  const password = screen.getByLabelText('Password', { exact: true });
  await password.fill('secret word');
  await screen.getByRole('button', { name: 'Save the sign-in' }).click();
  await expect.element(screen.getByText(/kept by this computer’s credential vault/)).toBeVisible();
  expect(host.calls('network:signInToProxy')).toEqual([
    { proxy: 'proxy.contoso.example:8080', username: 'anna', password: 'secret word' },
  ]);
  await expect.element(password).toHaveValue('');
  await screen.getByRole('button', { name: 'Forget the password' }).click();
  await expect.element(screen.getByText(/signs in by Basic/)).toBeVisible();
});

test('while the sign-in is saved its button says so', async () => {
  const saved = Promise.withResolvers<NetworkFacts>();
  const { screen, host } = await showPage(<NetworkForm />, {
    'network:get': () => ({ ...PLAIN, proxies: ['web:8080'] }),
    'network:signInToProxy': () => saved.promise,
  });
  await screen.getByLabelText('User name').fill('anna');
  await screen.getByLabelText('Password', { exact: true }).fill('word');
  const save = screen.getByRole('button', { name: 'Save the sign-in' });
  await save.click();
  await expect.element(save).toHaveAttribute('data-loading', 'true');
  saved.resolve({ ...PLAIN, proxyUser: { proxy: 'web:8080', username: 'anna', isKept: false } });
  await expect.element(save).not.toHaveAttribute('data-loading');
  expect(host.calls('network:signInToProxy')).toHaveLength(1);
});
