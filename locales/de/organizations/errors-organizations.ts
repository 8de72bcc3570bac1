import type { organizationErrors as en } from '../../en/organizations/errors-organizations.ts'
import type { Messages } from '../../translator.ts'

/** The refusals in the organization settings and on the invitation page. */
export const organizationErrors: Messages<typeof en> = {
  ORGANIZATION_NOT_FOUND: 'Diese Organisation existiert nicht, oder Sie sind kein Mitglied.',
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: 'Sie sind kein Mitglied dieser Organisation.',
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: 'Ihre Rolle darf die Organisation nicht ändern.',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: 'Ihre Rolle darf die Organisation nicht löschen.',
  A_PAYMENT_TO_THIS_ORGANIZATION_IS_STILL_BEING_SETTLED:
    'Eine Zahlung wird noch verarbeitet. Warten Sie, bis sie abgeschlossen ist, höchstens eine Stunde, und löschen Sie dann die Organisation.',
  YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_LOG_OF_THIS_ORGANIZATION: 'Ihre Rolle darf das Protokoll nicht ansehen.',
  THIS_ORGANIZATION_HAS_PAID_ORDERS_ITS_BOOKS_MUST_BE_KEPT:
    'Diese Organisation hat bezahlte Live-Bestellungen, deren Aufzeichnungen aufbewahrt werden müssen. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  INVALID_PASSWORD: 'Das Passwort ist falsch.',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'Ihr Konto hat kein Passwort. Melden Sie sich ab und wieder an, und versuchen Sie es noch einmal.',
  SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION: 'Ihre Anmeldung liegt länger zurück. Geben Sie Ihr Passwort ein.',
  FORBIDDEN: 'Dies ist abgeschaltet, oder Ihre Rolle erlaubt es nicht.',
  NO_ACTIVE_ORGANIZATION: 'Öffnen Sie zuerst eine Organisation.',
  ORGANIZATION_ID_IS_REQUIRED: 'Öffnen Sie zuerst eine Organisation.',
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: 'Die Organisation hat die Höchstzahl an Mitgliedern erreicht.',
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: 'Ihre Rolle darf dieses Mitglied nicht ändern. Nur Inhaber dürfen Inhaber ändern.',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: 'Ihre Rolle darf dieses Mitglied nicht entfernen.',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER:
    'Eine Organisation braucht mindestens einen Inhaber. Übertragen Sie zuerst die Inhaberschaft. Nur Inhaber dürfen Inhaber ändern und entfernen.',
  ROLE_NOT_FOUND: 'Diese Rolle existiert nicht mehr. Wählen Sie eine andere.',
  A_ROLE_OF_THIS_NAME_EXISTS_ALREADY: 'Es gibt bereits eine Rolle mit diesem Namen. Wählen Sie einen anderen.',
  THE_ROLE_IS_IN_USE: 'Mitglieder oder ausstehende Einladungen haben diese Rolle. Geben Sie ihnen zuerst eine andere.',
  ROLE_LIMIT_REACHED: 'Die Organisation hat die Höchstzahl an Rollen erreicht. Löschen Sie zuerst eine.',
  YOU_ARE_NOT_ALLOWED_TO_MANAGE_THE_ROLES_OF_THIS_ORGANIZATION: 'Ihre Rolle darf Rollen nicht verwalten.',
  YOU_ARE_NOT_ALLOWED_TO_GRANT_PERMISSIONS_THAT_YOU_DO_NOT_HOLD_YOURSELF: 'Sie können nur Berechtigungen gewähren, die Sie selbst haben.',
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: 'Ihre Rolle darf niemanden einladen.',
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE:
    'Sie können nur Rollen vergeben, die nicht mehr Berechtigungen haben als Ihre. Nur Inhaber dürfen Inhaber einladen.',
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 'Diese Person ist bereits Mitglied.',
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: 'Diese E-Mail-Adresse ist bereits eingeladen.',
  INVITATION_LIMIT_REACHED: 'Sie haben die Höchstzahl ausstehender Einladungen erreicht. Ziehen Sie zuerst eine zurück.',
  INVITATION_NOT_FOUND: 'Diese Einladung ist nicht mehr gültig.',
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: 'Diese Einladung ist für eine andere E-Mail-Adresse.',
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: 'Die Person, die Sie eingeladen hat, ist kein Mitglied der Organisation mehr.',
  INVITER_IS_NO_LONGER_ALLOWED_TO_INVITE_TO_THE_ORGANIZATION:
    'Die Person, die Sie eingeladen hat, darf niemanden mehr in die Organisation einladen.',
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: 'Ihre Rolle darf Einladungen nicht zurückziehen.',
  NOT_AUTHENTICATED: 'Melden Sie sich zuerst an.',
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: 'Ihre Rolle darf keine Teams erstellen.',
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: 'Sie haben die Höchstzahl an Teams erreicht.',
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: 'Ihre Rolle darf dieses Team nicht ändern.',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: 'Sie können kein Team löschen, dem Sie angehören.',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: 'Ihre Rolle darf keine Teams löschen.',
  UNABLE_TO_REMOVE_LAST_TEAM: 'Das letzte Team kann nicht gelöscht werden.',
  TEAM_NOT_FOUND: 'Dieses Team existiert nicht mehr.',
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: 'Diese Person gehört nicht zum Team.',
  YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM: 'Wählen Sie zuerst ein Team.',
  THE_MEMBER_IS_IN_ANOTHER_TEAM: 'Diese Person gehört bereits zu einem anderen Team.',
  USER_NOT_FOUND: 'Diese Person existiert nicht.',
  EITHER_USERID_OR_SESSION_IS_REQUIRED: 'Melden Sie sich zuerst an.',
}
