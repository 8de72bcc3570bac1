import type { User } from '#client/index.ts'
import { isOffered, type OfferedLanguage } from '#kernel/language/languages.ts'
import type { FaultTable } from '#web/parts/field-faults.ts'
import { filled, type Rules } from '#web/ui/inputs/rules.ts'
import { t } from './messages.ts'
import { refusedText } from './refusal.ts'

/**
 * The values of the profile form. `username` is the display form, or empty. `image` is a URL, `data:` included. `language` is null for the
 * one that the browser asks for.
 */
export interface ProfileValues {
  readonly name: string
  readonly username: string
  readonly image: string | null
  readonly language: OfferedLanguage | null
}

/** The request body: only what differs. The server would report the user's own unchanged user name as taken. */
export interface ProfileChanges {
  name?: string
  image?: string | null
  username?: string
  displayUsername?: string
  language?: OfferedLanguage | null
}

type SavedProfile = Pick<User, 'name' | 'username' | 'displayUsername' | 'image' | 'language'>

export const valuesOf = (user: SavedProfile): ProfileValues => ({
  name: user.name,
  username: user.displayUsername ?? user.username ?? '',
  image: user.image,
  language: isOffered(user.language) ? user.language : null,
})

/** The differences from the saved profile. A user name that differs only in case is sent as `displayUsername`. */
export function changesOf(values: ProfileValues, user: SavedProfile): ProfileChanges {
  const before = valuesOf(user)
  const name = values.name.trim()
  const username = values.username.trim()
  const isCaseChange = username.toLowerCase() === user.username
  return {
    ...(name !== before.name && { name }),
    ...(values.image !== before.image && { image: values.image }),
    ...(values.language !== before.language && { language: values.language }),
    ...(username !== before.username && (isCaseChange ? { displayUsername: username } : { username })),
  }
}

/** The rules of the form: a name is required, and a user name cannot be removed. */
export const profileRules = (user: SavedProfile): Rules<ProfileValues> => ({
  name: filled(t('profile.nameMissing')),
  username: (username) => (username.trim() === '' && valuesOf(user).username !== '' ? t('profile.usernameRequired') : undefined),
})

/** The meanings of the refusals of the server. */
export const profileRefusals: FaultTable<keyof ProfileValues> = {
  codes: {
    USERNAME_IS_TOO_SHORT: 'username',
    USERNAME_IS_TOO_LONG: 'username',
    USERNAME_IS_INVALID: 'username',
    USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: 'username',
  },
  paths: { displayUsername: 'username' },
  text: refusedText,
}

/** The labels of what changed. A user name and its display form are one change. */
export const changedLabels = ({ name, image, username, displayUsername, language }: ProfileChanges): readonly string[] =>
  [
    name !== undefined && t('profile.name'),
    image !== undefined && t('profile.picture'),
    (username ?? displayUsername) !== undefined && t('profile.username'),
    language !== undefined && t('profile.language'),
  ].filter((label) => label !== false)
