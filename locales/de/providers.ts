import type { providers as en } from '../en/providers.ts'
import type { Messages } from '../translator.ts'

/** The providers of sign-ins, and the messages where a user signs in with one. */
export const providers: Messages<typeof en> = {
  names: {
    apple: 'Apple',
    discord: 'Discord',
    facebook: 'Facebook',
    github: 'GitHub',
    microsoft: 'Microsoft',
    google: 'Google',
    spotify: 'Spotify',
    twitch: 'Twitch',
    twitter: 'X (Twitter)',
    dropbox: 'Dropbox',
    kick: 'Kick',
    linkedin: 'LinkedIn',
    gitlab: 'GitLab',
    tiktok: 'TikTok',
    reddit: 'Reddit',
    roblox: 'Roblox',
    vk: 'VK',
    zoom: 'Zoom',
  },
  with: 'Weiter mit {{name}}',
  redirecting: '{{name}} wird geöffnet …',
  lastUsed: 'Zuletzt verwendet',
  more: 'Weitere Möglichkeiten',
  or: 'oder',
  refused: {
    PROVIDER_NOT_FOUND: '{{name}} ist auf dieser Website nicht mehr verfügbar. Melden Sie sich anders an.',
    NETWORK: 'Wir erreichen Guildhall nicht und konnten {{name}} nicht öffnen. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  },
}
