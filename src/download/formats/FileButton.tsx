import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Resolved } from '#/model/download.ts';
import { isPlainClick } from '#/site/browser/plain-click.ts';
import { useHref } from './link-query.ts';
import type { Download } from '../transfers/transfer-state.ts';

export type OnDownload = (download: Download) => void;

export type FileButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'className'> & {
  links: Resolved['links'];
  download: Download;
  onDownload: OnDownload;
  'aria-label'?: string;
  children: ReactNode;
};

/** A link to a file. The page takes the click over, so that a failure is explained; where no script runs it is a plain link. */
export function FileButton({ links, download, onDownload, children, ...props }: FileButtonProps) {
  const href = useHref(links);
  return (
    <Button
      {...props}
      component="a"
      href={href(download.formatId, download.query)}
      download
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onDownload(download);
      }}
    >
      {children}
    </Button>
  );
}
