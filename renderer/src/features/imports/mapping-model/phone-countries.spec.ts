import { expect, onTestFinished, test } from 'vitest';

test('countries have their English names, in a browser of any language', async () => {
  const { DisplayNames } = Intl;
  onTestFinished(() => {
    Object.assign(Intl, { DisplayNames });
  });
  class DanishNames extends DisplayNames {
    constructor(locales: Intl.LocalesArgument, options: Intl.DisplayNamesOptions) {
      super(locales ?? 'da', options);
    }
  }
  Object.assign(Intl, { DisplayNames: DanishNames });
  const { countryChoices, countryLabel } = await import('./phone-countries.ts');
  expect([countryLabel('DE'), countryChoices('DK')[0]?.label]).toEqual(['Germany +49', 'Denmark +45']);
});
