/** Every letter that the product sends, previewed from its sample. */
export const adminLetters = {
  title: 'E-mails',
  lead: 'Every letter that Guildhall sends, written from its sample. To read what was really sent on a development server, open its inbox.',
  name: 'Letter',
  subject: 'Subject',
  languages: 'Languages',
  language: 'Language',
  light: 'Light',
  dark: 'Dark',
  text: 'As plain text',
  frame: '{{subject}}, {{scheme}}',
} as const
