#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <linux/videodev2.h>

// System calls that Swift's C library overlay lacks.

// Whether the path is one of the kernel's video devices, which may or may not be a camera.
bool tegata_is_video_device(const char *path);

// Sends a request to a device; returns 0 or an error code.
int tegata_device_request(int descriptor, unsigned long request, void *argument);

// The values of the kernel's video macros.

static const unsigned long tegata_request_capabilities = VIDIOC_QUERYCAP;
static const unsigned long tegata_request_list_formats = VIDIOC_ENUM_FMT;
static const unsigned long tegata_request_list_sizes = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long tegata_request_list_intervals = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long tegata_request_try_format = VIDIOC_TRY_FMT;
static const unsigned long tegata_request_set_format = VIDIOC_S_FMT;
static const unsigned long tegata_request_set_parameters = VIDIOC_S_PARM;
static const unsigned long tegata_request_buffers = VIDIOC_REQBUFS;
static const unsigned long tegata_request_describe_buffer = VIDIOC_QUERYBUF;
static const unsigned long tegata_request_queue_buffer = VIDIOC_QBUF;
static const unsigned long tegata_request_dequeue_buffer = VIDIOC_DQBUF;
static const unsigned long tegata_request_start = VIDIOC_STREAMON;
static const unsigned long tegata_request_stop = VIDIOC_STREAMOFF;

static const uint32_t tegata_pixels_yuyv = V4L2_PIX_FMT_YUYV;
static const uint32_t tegata_pixels_nv12 = V4L2_PIX_FMT_NV12;
static const uint32_t tegata_pixels_yu12 = V4L2_PIX_FMT_YUV420;
static const uint32_t tegata_pixels_mjpeg = V4L2_PIX_FMT_MJPEG;
static const uint32_t tegata_pixels_jpeg = V4L2_PIX_FMT_JPEG;
static const uint32_t tegata_pixels_grey = V4L2_PIX_FMT_GREY;

static const uint32_t tegata_capability_capture = V4L2_CAP_VIDEO_CAPTURE;
static const uint32_t tegata_capability_capture_in_planes = V4L2_CAP_VIDEO_CAPTURE_MPLANE;
static const uint32_t tegata_capability_streaming = V4L2_CAP_STREAMING;
static const uint32_t tegata_capability_per_node = V4L2_CAP_DEVICE_CAPS;

static const uint32_t tegata_buffer_capture = V4L2_BUF_TYPE_VIDEO_CAPTURE;
static const uint32_t tegata_memory_mapped = V4L2_MEMORY_MMAP;
static const uint32_t tegata_field_none = V4L2_FIELD_NONE;
static const uint32_t tegata_colours_jpeg = V4L2_COLORSPACE_JPEG;
static const uint32_t tegata_range_default = V4L2_QUANTIZATION_DEFAULT;
static const uint32_t tegata_range_full = V4L2_QUANTIZATION_FULL_RANGE;

static const uint32_t tegata_buffer_is_damaged = V4L2_BUF_FLAG_ERROR;
static const uint32_t tegata_buffer_clock_mask = V4L2_BUF_FLAG_TIMESTAMP_MASK;
static const uint32_t tegata_buffer_clock_monotonic = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;

static const uint32_t tegata_size_discrete = V4L2_FRMSIZE_TYPE_DISCRETE;
static const uint32_t tegata_interval_discrete = V4L2_FRMIVAL_TYPE_DISCRETE;
