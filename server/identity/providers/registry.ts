import { apple } from './apple.ts'
import { discord } from './discord.ts'
import { dropbox } from './dropbox.ts'
import { facebook } from './facebook.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { google } from './google.ts'
import { kick } from './kick.ts'
import { linkedin } from './linkedin.ts'
import { microsoft } from './microsoft.ts'
import type { ProviderId } from './model.ts'
import type { Provider } from './provider.ts'
import { reddit } from './reddit.ts'
import { roblox } from './roblox.ts'
import { spotify } from './spotify.ts'
import { tiktok } from './tiktok.ts'
import { twitch } from './twitch.ts'
import { twitter } from './twitter.ts'
import { vk } from './vk.ts'
import { zoom } from './zoom.ts'

/** All providers, each from its own file. The settings decide which of them are offered. */
export const registry: Readonly<Record<ProviderId, Provider>> = {
  apple,
  discord,
  facebook,
  github,
  microsoft,
  google,
  spotify,
  twitch,
  twitter,
  dropbox,
  kick,
  linkedin,
  gitlab,
  tiktok,
  reddit,
  roblox,
  vk,
  zoom,
}
