import '@mantine/core/styles/Switch.layer.css';
import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { accounts } from '#app.config';
import { ChoiceField } from '#/account/forms/inputs/ChoiceField.tsx';
import { CheckboxField } from '#/account/forms/inputs/CheckboxField.tsx';
import { CodeInput } from '#/account/forms/inputs/CodeInput.tsx';
import type { Field } from '#/account/forms/field.ts';
import { PasswordField } from '#/account/forms/inputs/PasswordField.tsx';
import { PasswordRules } from '#/account/forms/inputs/PasswordRules.tsx';
import { formFieldsOf } from '#/account/forms/fields.ts';
import { RemoteErrorAlert } from '#/account/forms/AccountForm.tsx';
import { AccountSkeleton } from '#/account/pages/AccountSkeleton.tsx';
import { EmptyNote } from '#/account/pages/EmptyNote.tsx';
import { HistoryRow } from '#/account/pages/history/HistoryRow.tsx';
import { KeyRow } from '#/account/pages/keys/KeyRow.tsx';
import { Pending } from '#/account/pages/Pending.tsx';
import { SignInTabs } from '#/account/screens/SignInTabs.tsx';
import { remoteErrorText } from '#/account/texts/remote-error-text.ts';
import { useLanguage } from '#/account/texts/use-language.ts';
import { accountTheme } from '#/account/theme.ts';
import { m } from '#/language/paraglide/messages.js';
import type { AccountConfig } from '#/model/account.ts';
import { PartProviders } from '#/site/frame/PartProviders.tsx';
import { SHOWN_KEY, RECORDS, USAGE } from '../data.ts';
import { SpecimenGroup, Specimen } from '../Specimen.tsx';
import classes from '../showcase.module.css';

const nothing = () => {};
const ASKED: Pick<AccountConfig, 'loginMechanisms' | 'signUpAttributes' | 'socialProviders'> = {
  loginMechanisms: ['email'],
  signUpAttributes: [],
  socialProviders: [],
};

/** Fields, and the pieces that the pages of an account are made of. */
export function AccountSpecimens() {
  const { language } = useLanguage();
  if (language === null) return null;
  return (
    <PartProviders theme={accountTheme}>
      <SpecimenGroup name="fields">
        <Specimen name="text">
          <TextInput label={m.account_history_search()} className={classes.narrow} />
        </Specimen>
        <Specimen name="text with a hint">
          <TextInput
            label={m.account_history_search()}
            description={m.account_history_no_match_text()}
            defaultValue="Ferry"
            className={classes.narrow}
          />
        </Specimen>
        <Specimen name="text with a problem">
          <TextInput
            label={m.account_history_search()}
            defaultValue="Ferry"
            error={m.download_range_invalid()}
            className={classes.narrow}
          />
        </Specimen>
        <Specimen name="text, disabled">
          <TextInput label={m.account_history_search()} disabled className={classes.narrow} />
        </Specimen>
        <Specimen name="select">
          <NativeSelect
            label={m.account_history_platform()}
            data={[m.account_history_all()]}
            className={classes.narrow}
          />
        </Specimen>
        <Specimen name="switches">
          <Switch label={m.admin_route_on()} defaultChecked />
          <Switch label={m.admin_route_off()} />
          <Switch label={m.admin_route_off()} disabled />
        </Specimen>
        <SignUpFields />
      </SpecimenGroup>
      <SpecimenGroup name="account">
        <Specimen name="tabs">
          <div className={classes.narrow}>
            <SignInTabs current="signIn" send={nothing} />
          </div>
        </Specimen>
        <Specimen name="alert">
          <div className={classes.narrow}>
            <RemoteErrorAlert text={remoteErrorText('NotAuthorizedException')} onDismiss={nothing} />
          </div>
        </Specimen>
        <Specimen name="pending" isWide>
          <Pending />
        </Specimen>
        <Specimen name="skeleton" isWide>
          <AccountSkeleton />
        </Specimen>
        <Specimen name="nothing yet" isWide>
          <EmptyNote title={m.account_history_empty()} text={m.account_history_empty_text()}>
            <Button variant="default" size="xs">
              {m.account_history_show_all()}
            </Button>
          </EmptyNote>
        </Specimen>
        {Object.entries(RECORDS).map(([name, record]) => (
          <Specimen key={name} name={`history, ${name}`} isWide>
            <HistoryRow download={record} onForget={nothing} />
          </Specimen>
        ))}
        <Specimen name="key" isWide>
          <ul className={classes.list}>
            <KeyRow of={{ key: SHOWN_KEY, usage: USAGE }} onRevoke={nothing} />
          </ul>
        </Specimen>
      </SpecimenGroup>
    </PartProviders>
  );
}

/** Fields as the sign-in dialog has them. */
function SignUpFields() {
  const [values, setValues] = useState<Record<string, string>>({});
  const config: AccountConfig = { ...accounts, ...ASKED };
  const fields = [...formFieldsOf(config, 'signIn').slice(1), ...formFieldsOf(config, 'signUp')];
  const fieldOf = (kind: Field['kind']) => fields.find((one) => one.kind === kind);
  const [code] = formFieldsOf(config, 'confirmSignUp');
  const [password, newPassword, terms] = [fieldOf('password'), fieldOf('new-password'), fieldOf('checkbox')];
  const props = (field: Field, problem?: string) => ({
    field,
    problem,
    value: values[field.name] ?? '',
    onChange: (value: string) => setValues({ ...values, [field.name]: value }),
    onLeave: nothing,
  });
  const choice: Field = {
    name: 'choice',
    kind: 'choice',
    label: m.account_history_state,
    placeholder: () => '',
    isRequired: true,
    autoComplete: 'off',
    options: [
      { value: 'on', label: m.admin_route_on },
      { value: 'off', label: m.admin_route_off },
    ],
  };
  return (
    <>
      {password && (
        <Specimen name="password">
          <div className={classes.narrow}>
            <PasswordField {...props(password, m.download_range_invalid())} />
          </div>
        </Specimen>
      )}
      {newPassword && (
        <Specimen name="new password">
          <div className={classes.narrow}>
            <PasswordField
              {...props(newPassword)}
              rules={
                <PasswordRules password={values[newPassword.name] ?? 'ferry1'} settings={config.passwordSettings} />
              }
            />
          </div>
        </Specimen>
      )}
      {code && (
        <Specimen name="code">
          <div className={classes.narrow}>
            <CodeInput {...props(code)} value="042" />
          </div>
        </Specimen>
      )}
      {terms && (
        <Specimen name="checkbox">
          <div className={classes.narrow}>
            <CheckboxField {...props(terms)} />
          </div>
        </Specimen>
      )}
      <Specimen name="choice">
        <div className={classes.narrow}>
          <ChoiceField {...props(choice)} value={values['choice'] ?? 'on'} />
        </div>
      </Specimen>
    </>
  );
}
