declare const __PRODUCT_VERSION__: string | undefined;

/** Put in by the build; a host run from its sources says so. */
export const productVersion: string = typeof __PRODUCT_VERSION__ === 'string' ? __PRODUCT_VERSION__ : 'source';
