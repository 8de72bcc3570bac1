/** The pages that exist only outside of production. */
export const dev = {
  mail: {
    title: 'Mail',
    description: 'Nothing leaves this machine: e-mails that Guildhall would send are kept here.',
    emptyTitle: 'No e-mails yet',
    emptyText: 'Sign up, reset a password or buy something, and the e-mail appears here.',
    to: 'To {{to}}',
    from: 'From',
    recipient: 'To',
    sent: 'Sent',
    parts: 'Parts of the e-mail',
    html: 'HTML',
    text: 'Text',
    headers: 'Headers',
    choose: 'Choose an e-mail to read it.',
    refresh: 'Refresh',
    list: 'Messages',
    noHtml: 'This e-mail has no HTML part.',
  },
  ui: {
    title: 'Components',
    description: 'Every component of the design system in every state.',
    theme: 'Theme',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
  },
} as const
