import type { Page } from '@playwright/test';
import { expect, testWithService as test } from '../fixtures.ts';
import { pictureOf } from '../picture.ts';
import { WelcomePage } from '../pages/welcome-page.ts';

const picture = (page: Page, name: string) => pictureOf(page, 'welcome', name);

test.setTimeout(240_000);

test('the first screen: empty, wrong, each step that fails, at work', async ({ page, service, troubles }) => {
  troubles.expect(/Failed to load resource/);
  const welcome = new WelcomePage(page);
  const connect = page.getByRole('button', { name: 'Connect', exact: true });
  const failing = async (name: string, address: string, password = service.password) => {
    await welcome.fillIn(service, password);
    await page.getByLabel('Address').fill(address);
    await connect.click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(connect).toBeVisible();
    await picture(page, name);
  };
  await welcome.isShown();
  await picture(page, 'empty');
  await connect.click();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
  await picture(page, 'fields-wrong');
  await failing('unreachable', 'http://127.0.0.1:9/api');
  await failing('no-certificate', service.address.replace('http:', 'https:'));
  await failing('wrong-prefix', service.address.replace('/api', '/elsewhere'));
  await failing('wrong-login', service.address, 'not the password');
  await service.addFault({ kind: 'hang', times: 1, skip: 2 });
  await welcome.fillIn(service);
  await connect.click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Being tried' })).toBeVisible();
  await picture(page, 'busy');
});
