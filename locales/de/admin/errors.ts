import type { adminErrors as en } from '../../en/admin/errors.ts'
import type { Messages } from '../../translator.ts'

/** The refusals on the admin pages. */
export const adminErrors: Messages<typeof en> = {
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS: 'Nur Administratoren können dies sehen.',
  YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS: 'Nur Administratoren können Benutzer erstellen.',
  YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE: 'Nur Administratoren können Rollen ändern.',
  YOU_ARE_NOT_ALLOWED_TO_BAN_USERS: 'Nur Administratoren können Benutzer sperren.',
  YOU_ARE_NOT_ALLOWED_TO_BLOCK_ORGANIZATIONS: 'Nur Administratoren können Organisationen sperren.',
  YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS: 'Nur Administratoren können Benutzer vertreten.',
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS: 'Nur Administratoren können Sitzungen sehen.',
  YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS: 'Nur Administratoren können andere Benutzer abmelden.',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS: 'Nur Administratoren können Benutzer entfernen.',
  YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD: 'Nur Administratoren können Passwörter festlegen.',
  YOU_ARE_NOT_AN_ADMINISTRATOR_OF_THE_PLATFORM: 'Nur Administratoren können dies tun.',
  USER_ALREADY_EXISTS: 'Es gibt bereits einen Benutzer mit dieser E-Mail-Adresse.',
  USER_NOT_FOUND: 'Dieser Benutzer existiert nicht mehr.',
  UNKNOWN_ROLE: 'Diese Rolle existiert nicht.',
  YOU_CANNOT_BAN_YOURSELF: 'Sie können sich nicht selbst sperren.',
  THE_PLATFORM_NEEDS_AN_ADMINISTRATOR: 'Dies ist der einzige Administrator. Geben Sie zuerst jemand anderem die Rolle.',
  THIS_PERSON_IS_THE_ONLY_OWNER_OF_ORGANIZATION:
    'Dieser Benutzer ist der einzige Inhaber einer Organisation. Übertragen Sie zuerst die Inhaberschaft, oder löschen Sie die Organisation.',
  ADMINISTRATORS_CANNOT_BE_IMPERSONATED: 'Administratoren können nicht vertreten werden. Ändern Sie bei Bedarf zuerst die Rolle.',
  YOU_ARE_NOT_IMPERSONATING_ANYONE: 'Sie vertreten niemanden.',
  FAILED_TO_FIND_ADMIN_SESSION: 'Ihre eigene Sitzung ist beendet. Melden Sie sich erneut an.',
  THE_ORGANIZATION_HAS_NO_PAYOUT_ACCOUNT: 'Hinterlegen Sie zuerst das Auszahlungskonto.',
  A_PAYOUT_WITH_THIS_REFERENCE_IS_RECORDED_ALREADY: 'Eine Auszahlung mit dieser Referenz ist schon erfasst. Wählen Sie eine andere.',
  THE_BALANCE_IS_BELOW_THE_SMALLEST_PAYOUT: 'Das Guthaben liegt unter der kleinsten Auszahlung.',
  JOB_NOT_FOUND: 'Dieser Job ist nicht mehr fehlgeschlagen: Er läuft oder ist fertig.',
  ORGANIZATION_NOT_FOUND: 'Diese Organisation existiert nicht mehr.',
  E_MAIL_NOT_FOUND: 'Diese E-Mail existiert nicht.',
  BANNED_USER: 'Dieser Benutzer ist gesperrt. Heben Sie zuerst die Sperre auf.',
}
