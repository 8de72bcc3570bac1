import { apple } from './apple.ts'
import { facebook } from './facebook.ts'
import { gitlab } from './gitlab.ts'
import { google } from './google.ts'
import { linkedin } from './linkedin.ts'
import { microsoft } from './microsoft.ts'
import type { ProviderId } from './model.ts'
import type { Provider } from './provider.ts'
import { roblox } from './roblox.ts'
import { twitch } from './twitch.ts'

/** Every provider there is, each from its own file. Which of them are offered is said by the settings. */
export const registry: Partial<Record<ProviderId, Provider>> = {
  apple,
  facebook,
  microsoft,
  google,
  twitch,
  linkedin,
  gitlab,
  roblox,
}
