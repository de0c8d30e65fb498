import { expect, test } from 'vitest';
import { formsOf, messagesOf } from './fixtures/texts.ts';
import { LOCALE_CODES } from './locales.ts';

/**
 * What stands on a button, a link that looks like one, or a tab, by its key. A button that nobody listed here is measured where it stands,
 * by the tests of narrow screens; names of one thing’s buttons for screen readers (…_named) may be long.
 */
const BUTTONS = `
  download_paste download_clear download_submit download_submit_audio download_submit_muted download_submit_subtitles download_submit_images
  download_mode_video download_mode_audio download_mode_muted download_mode_subtitles download_mode_images download_tab_video download_keys
  download_keys_close download_options download_all_count download_pause_all download_resume_all download_retry_failed
  download_clear_finished download_remove_failed download_retry download_retry_in download_try_another download_another download_remove
  download_undo
  download_drawer_go download_drawer_add download_source download_format download_copy_link download_copied download_all_formats
  download_preview download_preview_close download_select_all download_selected download_load_more download_loading_more
  download_range_select download_run_stop download_zip download_prepare_zip download_frame download_prepare download_notify
  download_clip_set_start download_clip_set_end download_clip_download download_clip_fast download_pause download_resume download_cancel
  download_delete download_save download_share download_where download_saving_direct download_saving_share download_saving_sharing
  download_saving_share_now download_saving_share_link
  account_link account_sign_out account_sign_out_everywhere account_saving account_loading account_export account_export_pending
  account_delete account_delete_pending account_confirm account_again_sign_out account_history_again account_history_older
  account_history_show_all account_history_clear account_two_step_on account_two_step_off account_two_step_prefer account_device_remember
  account_device_forget account_queue_open account_keys_new account_keys_create account_keys_done account_keys_revoke watch_ask
  watch_manage watch_open
  admin_save admin_saving admin_downloads_end admin_downloads_block admin_rules_preview admin_rules_add admin_rules_change
  admin_cases_add_rule admin_cases_decide admin_failed_files_discard admin_user_disable admin_user_enable admin_user_delete
  admin_user_promote admin_user_demote admin_list_reset admin_list_more admin_list_export_csv admin_list_export_json
  admin_unrecognized_copy admin_unrecognized_copied admin_platforms_off_do admin_extractor_update admin_extractor_use admin_extractor_back
  site_go_home site_reload site_skip site_menu site_queue section_update_reload section_install section_not_now section_offline_home
  section_paste_link section_demo_try section_demo_pause analytics_allow analytics_refuse analytics_close analytics_choices analytics_more
  content_copy content_form_send content_form_send_counter api_ref_copy api_ref_try_send
`
  .trim()
  .split(/\s+/);

const DIALOG_BUTTONS = `
  tab_sign_in tab_sign_up sign_in_submit sign_up_submit reset_submit verify_submit submit confirm code_resend go_on change_password
  back_to_sign_in retry skip dismiss close copy copied
`
  .trim()
  .split(/\s+/);

/** A button’s text without what is inserted: only that can be measured here. */
const lengthOf = (text: string) => text.replaceAll(/\{\w+\}/g, '').trim().length;

test.each([
  ['', BUTTONS],
  ['authenticator/', DIALOG_BUTTONS],
])('every button of messages/%s is a message, and listed once', (folder, buttons) => {
  const keys = new Set(messagesOf(`${folder}en`).map(([key]) => key));
  expect(buttons.filter((key) => !keys.has(key))).toEqual([]);
  expect(buttons.filter((key, index) => buttons.indexOf(key) !== index)).toEqual([]);
});

test.each(LOCALE_CODES)('buttons in %s have at most 22 characters, and no full stop', (language) => {
  const texts = [...messagesOf(language), ...messagesOf(`authenticator/${language}`)]
    .filter(([key]) => BUTTONS.includes(key) || DIALOG_BUTTONS.includes(key))
    .flatMap(([key, message]) => formsOf(message).map((text) => `${key}: ${text}`));
  expect(texts.length).toBeGreaterThanOrEqual(BUTTONS.length + DIALOG_BUTTONS.length);
  const textOf = (named: string) => named.slice(named.indexOf(': ') + 2);
  expect(texts.filter((named) => lengthOf(textOf(named)) > 22 || /[.。]$/.test(named))).toEqual([]);
});

test.each(LOCALE_CODES)('titles of failures in %s are sentences of at most 50 characters', (language) => {
  const titles = messagesOf(language).filter(([key]) => /^failure_.*_title$/.test(key));
  expect(titles.length).toBeGreaterThan(50);
  const wrong = titles.filter(
    ([, title]) => typeof title !== 'string' || title.length > 50 || !/^[^a-z].*[.。]$/.test(title),
  );
  expect(wrong).toEqual([]);
});
