/** The pages that exist only outside of production. */
export const dev = {
  mail: {
    title: 'Mail',
    lead: 'Nothing leaves this machine: what Guildhall would mail is kept here.',
    emptyTitle: 'No mail yet',
    emptyText: 'Sign up, reset a password or buy something, and the mail appears here.',
    to: 'To {{to}}',
    from: 'From',
    recipient: 'To',
    sent: 'Sent',
    parts: 'Parts of the mail',
    html: 'HTML',
    text: 'Text',
    headers: 'Headers',
    choose: 'Choose a mail to read it.',
    refresh: 'Refresh',
    list: 'Messages',
    noHtml: 'This mail has no HTML part.',
  },
  ui: {
    title: 'Components',
    lead: 'Each part of the design system in each of its states.',
    theme: 'Theme',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
  },
} as const
