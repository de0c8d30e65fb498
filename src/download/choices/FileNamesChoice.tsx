import { m } from '#/language/paraglide/messages.js';
import { FILE_NAME_STYLES, type FileNameStyle } from '#/model/download.ts';
import { Choice } from './Choice.tsx';
import { fileNames, useChoice } from './choices.ts';

const LABEL: Record<FileNameStyle, () => string> = {
  'author-title': m.download_names_author,
  title: m.download_names_title,
  'title-id': m.download_names_id,
  plain: m.download_names_plain,
};

/** How all files are to be named. */
export function FileNamesChoice() {
  const style = useChoice(fileNames) ?? 'author-title';
  return (
    <Choice
      label={m.download_names_label()}
      options={FILE_NAME_STYLES.map((value) => ({ value, label: LABEL[value]() }))}
      value={style}
      onChoose={fileNames.choose}
    />
  );
}
