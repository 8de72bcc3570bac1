import type { Platform } from '#platform/platform.ts'
import { clientOf, configureProvider } from './adapters/configured-provider.ts'
import { type ConfiguredProvider, providerIds } from './model.ts'
import { registry } from './registry.ts'

export * from './model.ts'

/** The provider of this id; undefined when it does not exist or the settings do not configure it. */
export function configuredProvider(platform: Platform, id: string): ConfiguredProvider | undefined {
  const known = providerIds.find((each) => each === id)
  const client = known && clientOf(known, platform.settings)
  return client && configureProvider(registry[known], client, platform)
}

/** All providers that the settings configure, in the order of the specification. */
export function configuredProviders(platform: Platform): readonly ConfiguredProvider[] {
  return providerIds.flatMap((id) => configuredProvider(platform, id) ?? [])
}
