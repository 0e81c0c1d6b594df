import type { Page } from '@playwright/test';

/** A part of the page that specs speak of; each module of this folder is one. */
export class PagePart {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }
}
