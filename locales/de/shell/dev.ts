import type { dev as en } from '../../en/shell/dev.ts'
import type { Messages } from '../../translator.ts'

/** The pages that exist only outside of production. */
export const dev: Messages<typeof en> = {
  mail: {
    title: 'Post',
    description: 'Nichts verlässt diesen Rechner: E-Mails, die Guildhall senden würde, bleiben hier.',
    emptyTitle: 'Noch keine E-Mails',
    emptyText: 'Registrieren Sie sich, setzen Sie ein Passwort zurück oder kaufen Sie etwas, und die E-Mail erscheint hier.',
    to: 'An {{to}}',
    from: 'Von',
    recipient: 'An',
    sent: 'Gesendet',
    parts: 'Teile der E-Mail',
    html: 'HTML',
    text: 'Text',
    headers: 'Header',
    choose: 'Wählen Sie eine E-Mail, um sie zu lesen.',
    refresh: 'Aktualisieren',
    list: 'Nachrichten',
    noHtml: 'Diese E-Mail hat keinen HTML-Teil.',
  },
  ui: {
    title: 'Komponenten',
    description: 'Alle Komponenten des Designsystems in allen Zuständen.',
    theme: 'Darstellung',
    system: 'System',
    light: 'Hell',
    dark: 'Dunkel',
  },
}
