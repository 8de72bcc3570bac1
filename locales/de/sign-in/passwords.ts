import type { passwords as en } from '../../en/sign-in/passwords.ts'
import type { Messages } from '../../translator.ts'

/** The messages wherever a user chooses a password. The lengths are settings. */
export const passwords: Messages<typeof en> = {
  hint_one: 'Mindestens {{count}} Zeichen. Vermeiden Sie verbreitete Passwörter; ein kurzer Satz eignet sich gut.',
  hint_other: 'Mindestens {{count}} Zeichen. Vermeiden Sie verbreitete Passwörter; ein kurzer Satz eignet sich gut.',
  plainHint: 'Vermeiden Sie verbreitete Passwörter; ein kurzer Satz eignet sich gut.',
  missing_one: 'Noch {{count}} Zeichen',
  missing_other: 'Noch {{count}} Zeichen',
  strength: {
    weak: 'Schwach: machen Sie es länger',
    fair: 'Mittel: länger ist sicherer',
    strong: 'Stark',
  },
  short_one: 'Verwenden Sie mindestens {{count}} Zeichen.',
  short_other: 'Verwenden Sie mindestens {{count}} Zeichen.',
  long_one: 'Verwenden Sie höchstens {{count}} Zeichen.',
  long_other: 'Verwenden Sie höchstens {{count}} Zeichen.',
}
