// The values and decisions about a user that other modules may use, without side effects.
export {
  type Ban,
  ban,
  changeEmail,
  changeProfile,
  changeRole,
  liftBan,
  type ProfileChange,
  promote,
  type UserOutcome,
  verifyEmail,
} from './changes.ts'
export { banStateOf, emailLanguageOf, hasOtherAdministrator, isAdministrator } from './rules.ts'
export { ADMINISTRATOR, basicUserColumns, type ImportedUser, type NewUser, ORDINARY_USER, type User, userColumns } from './user.ts'
