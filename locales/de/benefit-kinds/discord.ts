import type * as en from '../../en/benefit-kinds/discord.ts'
import type { Messages } from '../../translator.ts'

/** What merchants read about roles on a Discord server. */
export const merchant: Messages<typeof en.merchant> = {
  name: 'Discord-Rolle',
  text: 'Eine Rolle auf Ihrem Discord-Server.',
  words: { role: 'Rolle {{role}}' },
  detail: { role: 'Rolle' },
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
    serverRefused: 'Discord nimmt den Server nicht an. Prüfen Sie, ob der Bot noch auf ihm ist, oder verbinden Sie ihn erneut.',
    roleRefused: 'Der Bot kann diese Rolle nicht vergeben. Prüfen Sie die ID und ob die Rolle des Bots über ihr steht.',
  },
}

/** What customers read about roles on a Discord server. */
export const customer: Messages<typeof en.customer> = { granted: 'Sie haben die Rolle auf Discord.' }
