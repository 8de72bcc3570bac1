/** What is said of a new password wherever one is chosen; lengths are those of the settings. */
export const passwords = {
  hint_one: 'At least {{count}} character, and not one of the best-known passwords. A sentence is fine.',
  hint_other: 'At least {{count}} characters, and not one of the best-known passwords. A sentence is fine.',
  plainHint: 'Not one of the best-known passwords. A sentence is fine.',
  short_one: 'The password needs at least {{count}} character.',
  short_other: 'The password needs at least {{count}} characters.',
  long_one: 'The password may have at most {{count}} character.',
  long_other: 'The password may have at most {{count}} characters.',
} as const
