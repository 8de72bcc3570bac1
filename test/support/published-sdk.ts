// The published billing clients, each with the zod version that it requires. It is a peer dependency, so they would load ours.
import { registerHooks } from 'node:module'

const USES_ZOD_3 = /\/(@polar-sh\/sdk|polar-sdk-0-32)\//

registerHooks({
  resolve: (specifier, context, next) =>
    /^zod(\/|$)/.test(specifier) && USES_ZOD_3.test(context.parentURL ?? '')
      ? next(specifier.replace(/^zod/, 'zod3'), context)
      : next(specifier, context),
})

/** Both supported versions. */
export const publishedSdks = [
  { version: '0.34.2', load: () => import('@polar-sh/sdk'), loadWebhooks: () => import('@polar-sh/sdk/webhooks') },
  {
    version: '0.32.16',
    // The earlier client lacks some methods and fields of the later one; the others are alike.
    load: () => import('polar-sdk-0-32') as unknown as Promise<typeof import('@polar-sh/sdk')>,
    loadWebhooks: () => import('polar-sdk-0-32/webhooks') as unknown as Promise<typeof import('@polar-sh/sdk/webhooks')>,
  },
] as const
