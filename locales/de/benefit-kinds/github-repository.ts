import type * as en from '../../en/benefit-kinds/github-repository.ts'
import type { Messages } from '../../translator.ts'

/** What merchants read about access to a repository. */
export const merchant: Messages<typeof en.merchant> = {
  name: 'GitHub-Repository',
  text: 'Zugriff auf ein privates Repository.',
  detail: { repository: 'Repository', permission: 'Berechtigung' },
  form: {
    account: 'GitHub-Konto',
    accountHint:
      'Die GitHub-App ist für das Repository installiert, und dieses Konto verwaltet es. Danach sind Sie wieder in diesem Formular, mit Ihren Eingaben.',
    owner: 'Inhaber',
    ownerInvalid: 'Geben Sie den Benutzer oder die Organisation des Repositorys ein.',
    repository: 'Repository',
    repositoryInvalid: 'Geben Sie den Namen des Repositorys ein.',
    repositoryRefused:
      'GitHub nimmt das Repository nicht an. Prüfen Sie seinen Namen, ob die GitHub-App dafür installiert ist und ob ein verbundenes Konto es verwaltet.',
    permission: 'Berechtigung',
    permissions: { pull: 'Lesen', triage: 'Sichten', push: 'Schreiben', maintain: 'Betreuen', admin: 'Verwalten' },
    permissionHint: 'Was Kunden im Repository dürfen.',
  },
}

/** What customers read about access to a repository. */
export const customer: Messages<typeof en.customer> = {
  granted: 'Sie haben Zugang zum Repository. Nehmen Sie die Einladung an, die GitHub Ihnen per E-Mail gesendet hat.',
}
