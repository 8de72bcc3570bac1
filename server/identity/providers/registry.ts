import type { ProviderId } from './model.ts'
import type { Provider } from './provider.ts'

/** Every provider there is, each from its own file. Which of them are offered is said by the settings. */
export const registry: Partial<Record<ProviderId, Provider>> = {}
