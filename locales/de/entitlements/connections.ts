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
  form: {
    server: 'Discord-Server',
    serverConnected: 'Verbunden',
    serverMissing: 'Verbinden Sie einen Discord-Server.',
    serverHint: 'Discord fragt, welcher Server den Bot erhält. Danach sind Sie wieder in diesem Formular, mit Ihren Eingaben.',
    role: 'ID der Rolle',
    roleHint:
      'Schalten Sie in Discord den Entwicklermodus ein, öffnen Sie Servereinstellungen → Rollen und kopieren Sie die ID der Rolle. Die Rolle des Bots muss über ihr stehen.',
    roleInvalid: 'Geben Sie die ID der Rolle ein: nur Ziffern.',
    roleChoice: 'Rolle',
    roleNone: 'Rolle wählen',
    roleOutOfReach: '{{name}} (der Bot kann sie nicht vergeben)',
    roleChoiceHint: 'Die Rolle des Bots muss über ihr stehen: Schieben Sie sie in Discord unter Servereinstellungen → Rollen nach oben.',
    kick: 'Mitglieder vom Server entfernen, wenn sie ihren letzten Vorteil verlieren',
    account: 'GitHub-Konto',
    accountHint:
      'Die GitHub-App ist für das Repository installiert, und dieses Konto verwaltet es. Danach sind Sie wieder in diesem Formular, mit Ihren Eingaben.',
    owner: 'Inhaber',
    ownerInvalid: 'Geben Sie den Benutzer oder die Organisation des Repositorys ein.',
    repository: 'Repository',
    repositoryInvalid: 'Geben Sie den Namen des Repositorys ein.',
    serverRefused: 'Discord nimmt den Server nicht an. Prüfen Sie, ob der Bot noch auf ihm ist, oder verbinden Sie ihn erneut.',
    roleRefused: 'Der Bot kann diese Rolle nicht vergeben. Prüfen Sie die ID und ob die Rolle des Bots über ihr steht.',
    repositoryRefused:
      'GitHub nimmt das Repository nicht an. Prüfen Sie seinen Namen, ob die GitHub-App dafür installiert ist und ob ein verbundenes Konto es verwaltet.',
    permission: 'Berechtigung',
    permissions: { pull: 'Lesen', triage: 'Sichten', push: 'Schreiben', maintain: 'Betreuen', admin: 'Verwalten' },
    permissionHint: 'Was Kunden im Repository dürfen.',
  },
}
