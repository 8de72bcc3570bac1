/** Previews of the emails that Guildhall sends, with sample values. */
export const adminEmails = {
  title: 'E-mails',
  description: 'Every e-mail Guildhall sends, with sample data. On a development server, its inbox shows the e-mails that were sent.',
  descriptionCustomers: 'The e-mails that customers get in this language, with sample data.',
  name: 'E-mail',
  subject: 'Subject',
  language: 'Language',
  light: 'Light',
  dark: 'Dark',
  text: 'Plain text',
  frame: '{{subject}}, {{scheme}}',
} as const
