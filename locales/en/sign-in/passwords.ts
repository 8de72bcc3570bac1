/** The messages wherever a user chooses a password. The lengths are settings. */
export const passwords = {
  hint_one: 'At least {{count}} character. Avoid common passwords; a short sentence works well.',
  hint_other: 'At least {{count}} characters. Avoid common passwords; a short sentence works well.',
  plainHint: 'Avoid common passwords; a short sentence works well.',
  missing_one: '{{count}} more character',
  missing_other: '{{count}} more characters',
  strength: {
    weak: 'Weak: use a longer one',
    fair: 'Fair: longer is safer',
    strong: 'Strong',
  },
  short_one: 'Use at least {{count}} character.',
  short_other: 'Use at least {{count}} characters.',
  long_one: 'Use at most {{count}} character.',
  long_other: 'Use at most {{count}} characters.',
} as const
