-- More rules of a merchant for subscriptions: what follows unpaid renewals and changes of plan, and which emails customers get.

update merchants set subscription_settings = '{
  "dunningFinal": "canceled",
  "benefitRevocationGracePeriod": 2,
  "applyUpgrades": "now",
  "applyDowngrades": "now",
  "emails": {"renewalUpcoming": false, "trialEnding": true, "paymentFailed": true, "paymentRecovered": true}
}'::jsonb || subscription_settings;
