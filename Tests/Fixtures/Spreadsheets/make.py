#!/usr/bin/env python3
"""Writes the spreadsheets here and in ../Import with the programs that people have.

    pip install openpyxl XlsxWriter
    apt-get install libreoffice-calc-nogui
    Tests/Fixtures/Spreadsheets/make.py

The files are kept, so that tests need none of these programs. What is to be read from each one is
in a file beside it, written by hand.
"""
import datetime
import os
import pathlib
import shutil
import subprocess
import tempfile

import openpyxl
import xlsxwriter
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import numbers

FOLDER = pathlib.Path(__file__).resolve().parent
IMPORTS = FOLDER.parent / "Import"
DATE = datetime.date(2026, 3, 1)
MOMENT = datetime.datetime(2026, 3, 1, 9, 30)


def convert(source, kind, options=None):
    """Lets LibreOffice write a file in another format, beside the source."""
    with tempfile.TemporaryDirectory() as profile:
        command = ["soffice", f"-env:UserInstallation=file://{profile}", "--headless"]
        if options:
            command.append(f"--infilter={options}")
        command += ["--convert-to", kind, "--outdir", str(source.parent), str(source)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def fill(sheet):
    """Values of all kinds, as openpyxl writes them."""
    sheet.append(["name", "value", "more"])
    sheet.append(["whole number", 12, 4006381333931])
    sheet.append(["fraction", 12.3, 0.1 + 0.2])
    sheet.append(["small", 0.00023, 1e-7])
    sheet.append(["truth", True, False])
    sheet.append(["date", DATE, MOMENT])
    sheet.append(["time", datetime.time(9, 30), datetime.timedelta(hours=30)])
    sheet.append(["text like a number", "0042", "1,5"])
    sheet.append(["two\nlines", "  spaces  around  ", "tab\there"])
    sheet.append(["Größe 日本 😀", "<&>\"'", "=1+1 as text"])
    sheet["C10"].data_type = "s"
    sheet["A12"] = "after an empty row"
    sheet["E12"] = "far right"


def openpyxl_values():
    book = openpyxl.Workbook()
    fill(book.active)
    book.save(FOLDER / "openpyxl-values.xlsx")


def openpyxl_1904():
    book = openpyxl.Workbook()
    book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    book.active.append(["date", DATE])
    book.active.append(["moment", MOMENT])
    book.save(FOLDER / "openpyxl-1904.xlsx")


def openpyxl_sheets():
    book = openpyxl.Workbook()
    book.active.title = "Empty"
    hidden = book.create_sheet("Hidden")
    hidden.append(["secret"])
    hidden.sheet_state = "hidden"
    items = book.create_sheet("Items & more")
    items.append(["name", "place", "note"])
    items.append(["Hammer", "Garage", "merged"])
    items.append(["Saw", None, None])
    items.append(["Nail", None, "hidden row"])
    items.append(["Screw", "Shed", "x"])
    items.merge_cells("B2:B4")
    items.row_dimensions[4].hidden = True
    items.column_dimensions["C"].hidden = True
    book.create_sheet("Other").append(["other"])
    book.create_chartsheet("Chart")
    book.save(FOLDER / "openpyxl-sheets.xlsx")


def openpyxl_formulas():
    book = openpyxl.Workbook()
    book.active.append(["formula without a result", "=1+1"])
    book.active.append(["error", "#N/A"])
    book.active["C1"] = CellRichText("Rich ", TextBlock(InlineFont(b=True), "text"), " here")
    book.save(FOLDER / "openpyxl-formulas.xlsx")


def xlsxwriter_values():
    book = xlsxwriter.Workbook(FOLDER / "xlsxwriter-values.xlsx")
    sheet = book.add_worksheet("Werte")
    rows = [
        ("euro", 12.5, "#,##0.00 [$€-407]"),
        ("dollar of the US", 3.99, "[$$-409]#,##0.00"),
        ("franc", 4.5, '#,##0.00 "CHF"'),
        ("pound", 2, '"£"#,##0.00'),
        ("zeros", 42, "00000"),
        ("percent", 0.19, "0%"),
        ("scientific", 1234.5, "0.00E+00"),
        ("day", 46082, "dd/mm/yyyy"),
        ("German day", 46082, "[$-407]d. mmmm yyyy"),
        ("moment", 46082.395833333336, 22),
        ("duration", 1.25, "[h]:mm"),
        ("red", -3, "0;[Red]-0"),
        ("first day", 1, 14),
        ("February 28 in 1900", 59, 14),
        ("March 1 in 1900", 61, 14),
    ]
    for index, (name, value, code) in enumerate(rows):
        sheet.write_string(index, 0, name)
        sheet.write_number(index, 1, value, book.add_format({"num_format": code}))
    bold = book.add_format({"bold": True})
    last = len(rows)
    sheet.write_rich_string(last, 0, "partly ", bold, "bold", " text")
    sheet.write_formula(last, 1, "=1+2", None, 3)
    sheet.write_formula(last + 1, 1, '="a"&"b"', None, "ab")
    sheet.write_formula(last + 2, 1, "=1/0", None, "#DIV/0!")
    sheet.write_formula(last + 3, 1, "=1=1", None, True)
    sheet.write_string(last + 4, 0, "bell \x07 and _x0041_ as text")
    sheet.write_blank(last + 5, 0, None, bold)
    book.close()


def xlsxwriter_constant_memory():
    book = xlsxwriter.Workbook(
        FOLDER / "xlsxwriter-inline.xlsx", {"constant_memory": True}
    )
    sheet = book.add_worksheet()
    for row in range(3):
        for column, text in enumerate(["name", "  padded ", "line\nbreak"]):
            sheet.write_string(row, column, f"{text}{row}" if column == 0 else text)
    book.close()


def libreoffice():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        # Comma, quotation marks, UTF-8, English numbers, and looks at what is a number or a date.
        source = folder / "libreoffice-csv.csv"
        source.write_text(
            "name,quantity,price,date,code\n"
            "Hammer,3,12.30,2026-03-01,0042\n"
            '"Two\nlines",1.5,0.1,2026-03-01 09:30:00,"a ""b"" c"\n'
            "Größe 日本,-2,1e3,,TRUE\n"
        )
        options = "Text - txt - csv (StarCalc):44,34,76,1,5/2,1033,false,true"
        for kind in ["xlsx", "ods"]:
            convert(source, kind, options)
            shutil.copy(folder / f"libreoffice-csv.{kind}", FOLDER)
        # The same workbooks as LibreOffice writes them.
        for name in ["openpyxl-values", "openpyxl-sheets", "xlsxwriter-values"]:
            shutil.copy(FOLDER / f"{name}.xlsx", folder)
            convert(folder / f"{name}.xlsx", "ods")
            target = name.split("-")[0] + "-" + name.split("-")[1]
            shutil.copy(folder / f"{name}.ods", FOLDER / f"libreoffice-{target}.ods")
        convert(folder / "openpyxl-values.xlsx", "xls")
        shutil.copy(folder / "openpyxl-values.xls", FOLDER / "old.xls")
        convert(folder / "openpyxl-values.xlsx", "fods")
        shutil.copy(folder / "openpyxl-values.fods", FOLDER / "flat.fods")
        convert(folder / "openpyxl-values.xlsx", "html")
        shutil.copy(folder / "openpyxl-values.html", FOLDER / "page.xls")


def lists_of_items():
    """Lists as people import them, for the tests of the import."""
    book = openpyxl.Workbook()
    sheet = book.create_sheet("Stock")
    sheet.append(["Item", "SKU", "EAN", "Qty", "Price", "Bin", "Category", "Added"])
    sheet.append(["Hammer", 1001, 4006381333931, 3, 12.5, "Garage", "tool, steel", DATE])
    sheet.append(["Saw", "0042", None, None, 0.1 + 0.2, None, None, None])
    sheet.append([None, None, None, None, None, None, None, None])
    sheet.append(["Größe", "X-1", "'1", 1000, 1234.5, 7, True, None])
    book.create_sheet("Notes").append(["not a list"])
    book.save(IMPORTS / "workbook.xlsx")

    book = openpyxl.Workbook()
    book.active.append(["name", "sku", "quantity"])
    book.active.append(["Flour", "F-1", "1.000"])
    book.save(IMPORTS / "workbook-texts-in-doubt.xlsx")

    book = openpyxl.Workbook()
    book.active.append(["name", "sku", "quantity", "price"])
    book.active.append(["Flour", "F-1", 1, "=1+1"])
    book.active.append(["Sugar", "S-1", "#N/A", 1])
    book.active.append(["Salt", "S-2", DATE, 1])
    book.active.append(["Oil", "O-1", 1.5, 1])
    book.save(IMPORTS / "workbook-with-errors.xlsx")

    book = xlsxwriter.Workbook(IMPORTS / "workbook-currencies.xlsx")
    sheet = book.add_worksheet("Liste")
    sheet.write_row(0, 0, ["Bezeichnung", "Artikelnummer", "Menge", "Preis"])
    rows = [
        ("Hammer", 42, 3, 12.5, "#,##0.00 [$€-407]"),
        ("Säge", 43, 1, 3.99, "[$$-409]#,##0.00"),
        ("Uhr", 44, 2, 99, '0.00 "CHF"'),
        ("Nagel", 45, 100, 0.0023, "General"),
    ]
    zeros = book.add_format({"num_format": "00000"})
    for index, (name, sku, quantity, price, code) in enumerate(rows, start=1):
        sheet.write_string(index, 0, name)
        sheet.write_number(index, 1, sku, zeros)
        sheet.write_number(index, 2, quantity)
        sheet.write_number(index, 3, price, book.add_format({"num_format": code}))
    book.close()

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name in ["workbook", "workbook-currencies"]:
            shutil.copy(IMPORTS / f"{name}.xlsx", folder)
            convert(folder / f"{name}.xlsx", "ods")
            shutil.copy(folder / f"{name}.ods", IMPORTS)


if __name__ == "__main__":
    os.environ.setdefault("SOURCE_DATE_EPOCH", "1772357400")
    openpyxl_values()
    openpyxl_1904()
    openpyxl_sheets()
    openpyxl_formulas()
    xlsxwriter_values()
    xlsxwriter_constant_memory()
    libreoffice()
    lists_of_items()
