/** The language switch of the public pages. Loaded after the page. */
export const languageSwitch = {
  label: 'Language',
} as const
