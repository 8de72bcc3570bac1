import { providerUser, textAt } from './profile-fields.ts'
import { defineProvider } from './provider.ts'

/**
 * https://id.vk.com/about/business/go/docs. Codes and refresh tokens are bound to the `device_id` of the callback. `verified` is about
 * the user, not about the email.
 */
export const vk = defineProvider({
  id: 'vk',
  name: 'VK',
  endpoints: { authorize: 'https://id.vk.com/authorize', token: 'https://id.vk.com/oauth2/auth' },
  scopes: ['email', 'phone'],
  authorizeParams: ({ settings }) => (settings.VK_LANGUAGE === undefined ? {} : { lang_id: String(settings.VK_LANGUAGE) }),
  exchangeParams: ({ deviceId, state }) => ({ device_id: deviceId ?? '', state }),
  refreshParams: ['device_id'],
  profile: ({ client, accessToken }) => ({
    profile: {
      url: 'https://id.vk.com/oauth2/user_info',
      form: { client_id: client.id, access_token: accessToken },
      isBearer: false,
    },
  }),
  toUser: ({ responses: { profile } }) =>
    providerUser({
      id: textAt(profile, 'user', 'user_id'),
      email: textAt(profile, 'user', 'email'),
      names: [`${textAt(profile, 'user', 'first_name')} ${textAt(profile, 'user', 'last_name')}`],
      image: textAt(profile, 'user', 'avatar'),
    }),
})
