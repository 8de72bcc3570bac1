import type { connections as en } from '../../en/entitlements/connections.ts'
import type { Messages } from '../../translator.ts'

/** Die Discord-Server und GitHub-Konten, die ein Händler für Vorteile verbindet. */
export const connections: Messages<typeof en> = {
  title: 'Verbindungen',
  providers: { github: 'GitHub' },
  text: 'Das Konto, das die Repositorys Ihrer Vorteile verwaltet.',
  none: 'Kein Konto ist verbunden. Sie verbinden eines im Formular eines Vorteils.',
  connectedAt: 'Verbunden',
  connect: { discord: 'Discord-Server verbinden', github: 'GitHub-Konto verbinden' },
  again: { discord: 'Anderen Server verbinden', github: 'Anderes Konto verbinden' },
  unavailable: {
    discord: 'Nicht verfügbar: Der Betreiber dieses Servers hat keinen Discord-Bot eingerichtet.',
    github: 'Nicht verfügbar: Der Betreiber dieses Servers hat keine GitHub-App eingerichtet.',
  },
  remove: '{{name}} entfernen',
  removeTitle: '{{name}} entfernen?',
  removeText: 'Kunden behalten ihren Zugriff. Bis Sie ein anderes Konto verbinden, erhält niemand Zugriff auf ein Repository.',
  removeAction: 'Entfernen',
  removed: '{{name}} entfernt',
  linked: {
    discord: 'Discord-Server verbunden. Wählen Sie die Rolle.',
    github: 'GitHub-Konto verbunden.',
  },
  failed: {
    access_denied: 'Nichts wurde verbunden: Die Anfrage wurde abgelehnt.',
    account_taken: 'Nichts wurde verbunden: Das Konto gehört einem anderen Kunden.',
    not_accepted: 'Nichts wurde verbunden: Der Anbieter hat die Anfrage abgelehnt. Verbinden Sie erneut.',
    not_permitted: 'Nichts wurde verbunden: Sie dürfen die Vorteile dieser Organisation nicht mehr ändern.',
    try_again: 'Nichts wurde verbunden: Der Anbieter ist nicht erreichbar. Verbinden Sie in einigen Minuten erneut.',
  },
}
