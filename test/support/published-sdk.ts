// The published billing clients, each over the zod that it was written for. They have it as a peer and would take ours.
import { registerHooks } from 'node:module'

const WRITTEN_FOR_ZOD_3 = /\/(@polar-sh\/sdk|polar-sdk-0-32)\//

registerHooks({
  resolve: (specifier, context, next) =>
    /^zod(\/|$)/.test(specifier) && WRITTEN_FOR_ZOD_3.test(context.parentURL ?? '')
      ? next(specifier.replace(/^zod/, 'zod3'), context)
      : next(specifier, context),
})

/** Both versions that are promised to work. */
export const publishedSdks = [
  { version: '0.34.2', load: () => import('@polar-sh/sdk'), loadWebhooks: () => import('@polar-sh/sdk/webhooks') },
  {
    version: '0.32.16',
    // The earlier client lacks some calls and fields of the later one; where it has them they are alike.
    load: () => import('polar-sdk-0-32') as unknown as Promise<typeof import('@polar-sh/sdk')>,
    loadWebhooks: () => import('polar-sdk-0-32/webhooks') as unknown as Promise<typeof import('@polar-sh/sdk/webhooks')>,
  },
] as const
