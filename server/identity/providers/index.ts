import type { Platform } from '#platform/platform.ts'
import { clientOf, ready } from './adapters/ready.ts'
import { providerIds, type ReadyProvider } from './model.ts'
import { registry } from './registry.ts'

export * from './model.ts'

/** The provider of that name; undefined where there is none or the settings do not configure it. */
export function readyProvider(platform: Platform, id: string): ReadyProvider | undefined {
  const known = providerIds.find((each) => each === id)
  const client = known && clientOf(known, platform.settings)
  return client && ready(registry[known], client, platform)
}

/** Every provider that the settings configure, in the order of the specification. */
export function readyProviders(platform: Platform): readonly ReadyProvider[] {
  return providerIds.flatMap((id) => readyProvider(platform, id) ?? [])
}
